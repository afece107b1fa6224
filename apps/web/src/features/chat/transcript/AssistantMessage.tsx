// What the server answered: tools, text, cards, and who wrote it.
import { memo } from "react";
import { useWords } from "../../../i18n/words";
import type { GenUi } from "../../cards";
import { AnswerFoot } from "./AnswerFoot";
import { AnswerText } from "./AnswerText";
import { CardView } from "./CardView";
import type { AssistantEntry } from "./entries";
import { ReplyContext } from "../ReplyContext";
import { ToolCalls } from "./ToolCalls";
import { FailureDetail, TurnFailure } from "./TurnFailure";
import { words } from "../words";

interface AssistantMessageProps {
  entry: AssistantEntry;
  reply: string | null;
  /** Whether something can still be chosen in its cards. */
  isOpen: boolean;
  sessionId: string;
  onSay: (message: string) => void;
  onSendAgain: (() => void) | null;
}

export const AssistantMessage = memo(function AssistantMessage({
  entry,
  reply,
  isOpen,
  sessionId,
  onSay,
  onSendAgain,
}: AssistantMessageProps) {
  const say = useWords(words);
  return (
    <li
      data-testid="message-assistant"
      aria-busy={entry.isLive || undefined}
      className="min-w-0 space-y-3"
    >
      <span className="sr-only">{say("assistant")}</span>
      <ToolCalls calls={entry.tools} />
      {entry.text && <AnswerText text={entry.text} />}
      {entry.isLive && <Working label={say(entry.text ? "answering" : "thinking")} />}
      <ReplyContext value={{ text: entry.text, reply }}>
        {keyed(entry.cards).map(({ key, card }) => (
          <CardView key={key} card={card} isOpen={isOpen} onSay={onSay} sessionId={sessionId} />
        ))}
      </ReplyContext>
      {entry.failure && (
        <TurnFailure title={say("failed")} onSendAgain={onSendAgain}>
          <FailureDetail failure={entry.failure} />
        </TurnFailure>
      )}
      {entry.usage && <AnswerFoot usage={entry.usage} />}
    </li>
  );
});

/** Two cards of an answer may be of one kind, and their order never changes. */
function keyed(cards: readonly GenUi[]) {
  return cards.map((card, index) => ({ key: `${card.type}-${index}`, card }));
}

function Working({ label }: { label: string }) {
  return (
    <p className="flex items-center gap-2 text-sm text-soft">
      <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent" />
      {label}
    </p>
  );
}
