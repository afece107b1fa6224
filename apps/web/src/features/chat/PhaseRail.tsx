// The way from a person to a strategy at work: where this conversation is, what is missing, and how it got here.
import { useFormat } from "../../i18n/format";
import { type SayWords, useWords } from "../../i18n/words";
import type { Phase, Transition } from "./wire";
import { wordFor, words } from "./words";

const STEPS = [
  "kyc",
  "pre_strategy",
  "strategy",
  "stress_test",
  "deployment",
  "completed",
] as const satisfies readonly Phase[];

type Say = SayWords<typeof words.zh>;

interface PhaseRailProps {
  phase: Phase;
  missing: readonly string[];
  transitions: readonly Transition[];
}

export function PhaseRail({ phase, missing, transitions }: PhaseRailProps) {
  const say = useWords(words);
  const now = STEPS.findIndex((step) => step === phase);
  return (
    <section data-testid="phase-rail" data-phase={phase} aria-label={say("rail")}>
      <ol className="flex items-center gap-1">
        {STEPS.map((step, index) => (
          <Step
            key={step}
            number={index + 1}
            label={say(`phase_${step}`)}
            state={stateOf(index, now, phase)}
          />
        ))}
      </ol>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-sm text-soft">
        <p className="break-words">{sentence(say, phase, missing)}</p>
        {transitions.length > 0 && <Moves transitions={transitions} />}
      </div>
    </section>
  );
}

type State = "done" | "now" | "ahead";

function stateOf(index: number, now: number, phase: Phase): State {
  if (index < now || phase === "completed") return "done";
  return index === now ? "now" : "ahead";
}

function sentence(say: Say, phase: Phase, missing: readonly string[]): string {
  if (phase === "completed") return say("all_done");
  if (phase === "error") return say("in_error");
  if (missing.length === 0) return say("nothing_missing");
  return say("missing", {
    fields: missing.map((field) => spoken(say, "field", field)).join(say("list_comma")),
  });
}

function spoken(say: Say, prefix: "field" | "reason" | "phase", code: string): string {
  const word = wordFor(prefix, code);
  return word ? say(word) : code;
}

const DOTS: Record<State, string> = {
  done: "border-accent bg-accent-soft text-accent",
  now: "border-accent bg-action text-on-action",
  ahead: "border-line-strong text-soft",
};

function Step({ number, label, state }: { number: number; label: string; state: State }) {
  const say = useWords(words);
  const isNow = state === "now";
  return (
    <li
      aria-current={isNow ? "step" : undefined}
      className="group flex min-w-0 items-center gap-1.5 text-sm not-last:flex-auto"
    >
      <span
        aria-hidden="true"
        className={`flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold ${DOTS[state]}`}
      >
        {state === "done" ? "✓" : number}
      </span>
      <span
        className={
          isNow
            ? "font-semibold whitespace-nowrap"
            : "sr-only text-soft xl:not-sr-only xl:whitespace-nowrap"
        }
      >
        {label}
      </span>
      <span className="sr-only">{say(`step_${state}`)}</span>
      <span aria-hidden="true" className="h-px min-w-1 flex-1 bg-line group-last:hidden" />
    </li>
  );
}

function Moves({ transitions }: { transitions: readonly Transition[] }) {
  const say = useWords(words);
  const format = useFormat();
  return (
    <details className="open:w-full">
      <summary className="inline-flex min-h-10 items-center text-accent underline-offset-4 hover:underline sm:min-h-8">
        {say("why_here")}
      </summary>
      <div
        role="region"
        aria-label={say("why_here")}
        tabIndex={0}
        className="max-h-40 overflow-y-auto pb-2"
      >
        <ol className="space-y-1">
          {transitions.map((move) => (
            <li key={`${move.created_at}-${move.to_phase}`} className="break-words">
              <span className="text-ink">
                {say("move", {
                  from: spoken(say, "phase", move.from_phase),
                  to: spoken(say, "phase", move.to_phase),
                })}
              </span>
              {` · ${spoken(say, "reason", move.reason)}`}
              {move.blocker && ` (${move.blocker})`}
              {` · ${format.dateTime(move.created_at)}`}
            </li>
          ))}
        </ol>
      </div>
    </details>
  );
}
