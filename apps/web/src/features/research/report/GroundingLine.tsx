// How much of what was said is bound to rows; what was not, and what is opinion, on demand.
import { type ReactNode, useState } from "react";
import { useWords } from "../../../i18n/words";
import type { Expert } from "../experts";
import { CitedList } from "./evidence/CitedText";
import type { Grounding, Violation } from "./grounding";
import { type GroundingPhrase, groundingWords } from "./groundingWords";

interface GroundingLineProps {
  of: Grounding;
  /** Whose rows a tag without a name means. */
  speaker?: Expert | null;
  /** What stands before it. */
  children?: ReactNode;
}

export function GroundingLine({ of, speaker = null, children }: GroundingLineProps) {
  const say = useWords(groundingWords);
  const { stated, bound, claims, supported, removed, violations, opinions } = of;
  if (stated === null && !children) return null;
  return (
    <div
      data-testid="grounding"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft"
    >
      {children}
      {stated !== null && bound !== null && <span>{say("numbers", { bound, stated })}</span>}
      {claims > 0 && <span>{say("claims", { supported, claims })}</span>}
      {removed > 0 && <span className="text-danger">{say("removed", { count: removed })}</span>}
      {violations.length > 0 && (
        <Opened label={say("violations", { count: violations.length })} isWrong>
          <Violations of={violations} speaker={speaker} />
        </Opened>
      )}
      {opinions.length > 0 && (
        <Opened label={say("opinions", { count: opinions.length })}>
          <p className="mb-1">{say("opinions_text")}</p>
          <CitedList items={opinions} speaker={speaker} />
        </Opened>
      )}
    </div>
  );
}

interface OpenedProps {
  label: string;
  isWrong?: boolean;
  children: ReactNode;
}

function Opened({ label, isWrong = false, children }: OpenedProps) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
        className={`min-h-10 font-medium underline underline-offset-4 ${isWrong ? "text-danger" : ""}`}
      >
        {label}
      </button>
      {isShown && <div className="w-full">{children}</div>}
    </>
  );
}

interface ViolationsProps {
  of: readonly Violation[];
  speaker: Expert | null;
}

function Violations({ of, speaker }: ViolationsProps) {
  const say = useWords(groundingWords);
  const lines = of.map(({ kind, quote }) => say("violation", { kind: say(phraseOf(kind)), quote }));
  return (
    <div className="text-danger">
      <CitedList items={lines} speaker={speaker} />
    </div>
  );
}

function phraseOf(kind: string): GroundingPhrase {
  const phrase = `kind_${kind}`;
  return Object.hasOwn(groundingWords.zh, phrase) ? (phrase as GroundingPhrase) : "kind_other";
}
