// Says that the connection is away, and that nothing is lost by it.
import { useWords } from "../../i18n/words";
import { words } from "./words";

export function Reconnecting() {
  const say = useWords(words);
  return (
    <p
      role="status"
      data-testid="reconnecting"
      className="border-t border-line bg-accent-soft px-4 py-2 text-center text-sm text-accent"
    >
      {say("reconnecting")}
    </p>
  );
}
