// Paper or live money, said in a word on everything that trades.
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import type { Mode } from "./trading";
import { words } from "./words";

export function ModeBadge({ mode }: { mode: Mode }) {
  const say = useWords(words);
  return <Badge tone={mode === "live" ? "danger" : "plain"}>{say(mode)}</Badge>;
}
