// Where a session stands, as a word in a frame.
import { useWords } from "../../i18n/words";
import { Badge, type Tone } from "../../ui/Badge";
import type { SessionStatus } from "./experts";
import { words } from "./words";

const TONES: Record<SessionStatus, Tone> = {
  running: "accent",
  completed: "plain",
  partial: "danger",
  failed: "danger",
  stopped: "plain",
  interrupted: "danger",
};

export function StatusBadge({ status }: { status: SessionStatus }) {
  const say = useWords(words);
  return <Badge tone={TONES[status]}>{say(`status_${status}`)}</Badge>;
}
