// What the server answered: tools, text, cards, and who wrote it.
import { memo } from "react";
import { useWords } from "../../../i18n/words";
import { Disclosure } from "../../../ui/Disclosure";
import type { GenUi } from "../../cards";
import { AnswerFoot } from "./AnswerFoot";
import { AnswerText } from "./AnswerText";
import { CardView } from "./CardView";
import type { AssistantEntry } from "./entries";
import { ReplyContext } from "../ReplyContext";
import { isPrompt, workOf } from "./prompts";
import { leadOf } from "./lead";
import { ToolCalls } from "./ToolCalls";
import { FailureDetail, ModelSettingsLink, TurnFailure } from "./TurnFailure";
import { words } from "../words";

interface AssistantMessageProps {
  entry: AssistantEntry;
  reply: string | null;
  /** Whether something can still be chosen in its cards. */
  isOpen: boolean;
  /** The work that a later answer shows again. */
  later: ReadonlySet<string> | undefined;
  sessionId: string;
  onSay: (message: string) => void;
  onSendAgain: (() => void) | null;
}

export const AssistantMessage = memo(function AssistantMessage({
  entry,
  reply,
  isOpen,
  later,
  sessionId,
  onSay,
  onSendAgain,
}: AssistantMessageProps) {
  const say = useWords(words);
  const [lead, rest] = leadOf(entry);
  return (
    <li
      data-testid="message-assistant"
      aria-busy={entry.isLive || undefined}
      className="min-w-0 space-y-3"
    >
      <span className="sr-only">{say("assistant")}</span>
      {lead && <AnswerText text={lead} />}
      {entry.isLive && <Working label={say(entry.text ? "answering" : "thinking")} />}
      <ReplyContext value={{ text: entry.text, reply }}>
        {keyed(entry.cards).map(({ key, card }) => {
          if (isOpen && isPrompt(card)) return null; // its buttons are below, where they stay in view
          if (later?.has(workOf(card) ?? "")) return <ShownBelow key={key} />;
          return (
            <CardView key={key} card={card} isOpen={isOpen} onSay={onSay} sessionId={sessionId} />
          );
        })}
      </ReplyContext>
      {rest && (
        <Disclosure summary={say("explanation")}>
          <AnswerText text={rest} />
        </Disclosure>
      )}
      <ToolCalls calls={entry.tools} />
      {entry.failure && (
        <TurnFailure title={say("failed")} onSendAgain={onSendAgain}>
          <ModelSettingsLink failure={entry.failure} />
          <FailureDetail failure={entry.failure} said={entry.text} />
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

function ShownBelow() {
  const say = useWords(words);
  return <p className="text-sm text-soft">{say("shown_below")}</p>;
}

function Working({ label }: { label: string }) {
  return (
    <p className="flex items-center gap-2 text-sm text-soft">
      <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent" />
      {label}
    </p>
  );
}
