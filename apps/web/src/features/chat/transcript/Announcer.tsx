// Tells a screen reader that an answer is on its way, and then the whole of it once, not every few letters.
import { useWords } from "../../../i18n/words";
import type { Talk } from "../sessions/conversations";
import type { Turn } from "../turn";
import { words } from "../words";

export function Announcer({ talk }: { talk: Talk }) {
  const say = useWords(words);
  return (
    <p role="status" className="sr-only" data-testid="announcer">
      {spoken(talk.turns.at(-1), say)}
    </p>
  );
}

function spoken(
  turn: Turn | undefined,
  say: (word: "answering" | "answered", values?: Record<string, string>) => string,
): string {
  if (turn === undefined) return "";
  return turn.done === null ? say("answering") : say("answered", { text: turn.text });
}
