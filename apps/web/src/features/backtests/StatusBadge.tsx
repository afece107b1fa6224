// Where a backtest stands, as a word.
import { useWords } from "../../i18n/words";
import { Badge, type Tone } from "../../ui/Badge";
import type { BacktestStatus } from "./report/report";
import { words } from "./words";

const TONES: Record<BacktestStatus, Tone> = {
  pending: "plain",
  running: "accent",
  done: "plain",
  failed: "danger",
  cancelled: "plain",
};

export function StatusBadge({ status }: { status: BacktestStatus }) {
  const say = useWords(words);
  return <Badge tone={TONES[status]}>{say(`status.${status}`)}</Badge>;
}
