// The words for a signal, a confidence and an engine, the same everywhere.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { reportWords } from "./reportWords";
import { leanOf, signalOf, toneOf } from "./signals";

const ARROWS = { up: "▲", down: "▼", even: "■" } as const;

export function useSignalWord(): (word: string) => string {
  const say = useWords(reportWords);
  return (word) => {
    const signal = signalOf(word);
    return signal ? say(signal) : word || "—";
  };
}

export function SignalBadge({ word }: { word: string }) {
  const wordOf = useSignalWord();
  return (
    <Badge tone={toneOf(word)}>
      <span aria-hidden="true" className="mr-1 text-xs">
        {ARROWS[leanOf(word)]}
      </span>
      {wordOf(word)}
    </Badge>
  );
}

/** Says with which engine something was made; nothing where nobody says. */
export function EngineBadge({ engine }: { engine: string | null | undefined }) {
  const say = useWords(reportWords);
  if (engine !== "rules" && engine !== "llm") return null;
  return <Badge tone={engine === "rules" ? "accent" : "plain"}>{say(`engine_${engine}`)}</Badge>;
}

/** A share between 0 and 1 as a bar with its figure. */
export function Share({ label, value }: { label: string; value: number | null }) {
  const format = useFormat();
  return (
    <div>
      <div className="flex justify-between gap-2 text-sm">
        <span className="text-soft">{label}</span>
        <span className="font-mono tabular-nums">{format.percent(value, 0)}</span>
      </div>
      <Bar value={value ?? 0} />
    </div>
  );
}

export function Bar({ value, colour = "var(--accent)" }: { value: number; colour?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      className="mt-1 h-1.5 w-full rounded-full"
    >
      <rect width="100" height="6" fill="var(--well)" />
      <rect width={Math.max(0, Math.min(1, value)) * 100} height="6" fill={colour} />
    </svg>
  );
}
