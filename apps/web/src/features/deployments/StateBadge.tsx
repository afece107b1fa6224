// The state of a deployment as a word in a frame.
import { useWords } from "../../i18n/words";
import { Badge, type Tone } from "../../ui/Badge";
import type { State } from "./trading";
import { words } from "./words";

const TONES: Record<State, Tone> = {
  ready: "plain",
  running: "accent",
  paused: "plain",
  halted: "danger",
  blocked: "danger",
  stopping: "plain",
  stopped: "plain",
  completed: "plain",
};

export function StateBadge({ state }: { state: State }) {
  const say = useWords(words);
  return <Badge tone={TONES[state]}>{say(`state_${state}`)}</Badge>;
}
