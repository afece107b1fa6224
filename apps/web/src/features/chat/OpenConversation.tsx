// An open conversation: the step it has reached, what was said, and the box to answer in.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { useMediaQuery } from "../../ui/useMediaQuery";
import { useTitle } from "../../ui/useTitle";
import { Announcer } from "./transcript/Announcer";
import { AwaitedStrip } from "./awaiting/AwaitedStrip";
import { PromptDock } from "./awaiting/PromptDock";
import { Composer } from "./Composer";
import { ConversationHead } from "./ConversationHead";
import { isBusy } from "./sessions/conversations";
import { entriesOf } from "./transcript/entries";
import { ProgressShown } from "../jobs/progressShown";
import { aboutOf } from "./transcript/prompts";
import { Reconnecting } from "./Reconnecting";
import { Transcript } from "./transcript/Transcript";
import { TurnFailure } from "./transcript/TurnFailure";
import { useConversations, useTalk } from "./sessions/useConversations";
import type { SessionDetail } from "./wire";
import { words } from "./words";

interface OpenConversationProps {
  sessionId: string;
  /** Null while a conversation that has just begun was not loaded yet. */
  detail: SessionDetail | null;
}

export function OpenConversation({ sessionId, detail }: OpenConversationProps) {
  const say = useWords(words);
  const { language } = useLanguage();
  const conversations = useConversations();
  const talk = useTalk(sessionId);
  const box = useRef<HTMLTextAreaElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const busy = isBusy(talk);
  const entries = useMemo(
    () => entriesOf(detail?.messages ?? [], talk.turns),
    [detail, talk.turns],
  );
  const last = entries.at(-1);
  const about = aboutOf(entries);
  useTitle(detail?.title || null);

  // Who has just begun the conversation goes on writing; on a touch screen that would open the keyboard.
  const hasBegunHere = useRef(talk.turns.length > 0);
  const hasKeyboard = useMediaQuery("(pointer: fine)");
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (hasBegunHere.current && hasKeyboard && isFocusLost)
      box.current?.focus({ preventScroll: true });
  }, [hasKeyboard]);

  const onSay = useCallback(
    (message: string) => conversations.send(sessionId, message, language, about),
    [conversations, sessionId, language, about],
  );
  const onEdit = useCallback(
    (text: string) => {
      conversations.write(sessionId, text);
      setIsEditing(true);
      box.current?.focus();
    },
    [conversations, sessionId],
  );
  function endEdit() {
    setIsEditing(false);
    conversations.write(sessionId, "");
  }

  return (
    <>
      <ConversationHead detail={detail} turn={talk.turns.at(-1)} />
      <ProgressShown value={detail !== null && detail.awaited.length > 0}>
        <Transcript
          sessionId={sessionId}
          entries={entries}
          isBusy={busy}
          onSay={onSay}
          onEdit={onEdit}
        >
          {last?.by === "person" && detail !== null && detail.open_turn_id === null && !busy && (
            <TurnFailure title={say("unanswered")} onSendAgain={() => onSay(last.text)}>
              <p>{say("unanswered_text")}</p>
            </TurnFailure>
          )}
        </Transcript>
      </ProgressShown>
      <Announcer talk={talk} />
      <PromptDock entries={entries} isBusy={busy} sessionId={sessionId} onSay={onSay} />
      {detail !== null && detail.awaited.length > 0 && (
        <AwaitedStrip sessionId={sessionId} awaited={detail.awaited} isBusy={busy} />
      )}
      {talk.isAway && <Reconnecting />}
      <Composer
        sessionId={sessionId}
        talk={talk}
        isEditing={isEditing}
        onEditEnd={endEdit}
        onSay={onSay}
        box={box}
      />
    </>
  );
}
