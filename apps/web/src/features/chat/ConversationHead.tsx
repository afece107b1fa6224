// The head of a conversation: its title and the step it has reached.
import { useWords } from "../../i18n/words";
import { PhaseRail } from "./PhaseRail";
import type { Turn } from "./turn";
import type { SessionDetail } from "./wire";
import { words } from "./words";

interface ConversationHeadProps {
  detail: SessionDetail | null;
  /** The newest turn, which knows more than the history until its answer is there. */
  turn: Turn | undefined;
}

export function ConversationHead({ detail, turn: newest }: ConversationHeadProps) {
  const say = useWords(words);
  const turn = hasAnswer(detail, newest) ? undefined : newest;
  const phase = turn?.phase ?? detail?.phase;
  const title = turn?.done?.session_title || detail?.title || say("untitled");
  return (
    <header className="border-b border-line bg-surface px-4 pt-3 pb-2 sm:px-6">
      <div className="mx-auto w-full max-w-3xl">
        <h1 className="mb-2 truncate font-semibold" title={title}>
          {title}
        </h1>
        {phase && (
          <PhaseRail
            phase={phase}
            missing={missingIn(phase, turn, detail)}
            transitions={detail?.transitions ?? []}
          />
        )}
      </div>
    </header>
  );
}

function hasAnswer(detail: SessionDetail | null, turn: Turn | undefined): boolean {
  if (!turn?.done || !detail) return false;
  return detail.messages.some(
    ({ turn_id, role }) => turn_id === turn.turnId && role === "assistant",
  );
}

function missingIn(phase: string, turn: Turn | undefined, detail: SessionDetail | null): string[] {
  if (turn?.done) return turn.done.missing_fields;
  const missing = detail?.artifacts[phase]?.missing_fields;
  return Array.isArray(missing) ? missing.map(String) : [];
}
