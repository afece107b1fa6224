// The words for a signal and an engine, the same everywhere.
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
