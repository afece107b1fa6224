// A conversation that has not begun: the first message begins it, and then it has an address of its own.
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useLanguage } from "../../i18n/LanguageContext";
import { useTitle } from "../../ui/useTitle";
import { addressOfSession } from "./address";
import { Announcer } from "./transcript/Announcer";
import { Composer } from "./Composer";
import { isBusy } from "./sessions/conversations";
import { EmptyChat } from "./EmptyChat";
import { entriesOf } from "./transcript/entries";
import { Reconnecting } from "./Reconnecting";
import { Transcript } from "./transcript/Transcript";
import { useConversations, useTalk } from "./sessions/useConversations";

const nothing = () => undefined;

export function NewConversation() {
  const { say, language } = useLanguage();
  const [, navigate] = useLocation();
  const conversations = useConversations();
  const talk = useTalk(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const begunAs = talk.turns.at(-1)?.sessionId ?? null;
  useTitle(say("nav.chat"));
  useEffect(() => {
    if (begunAs === null) return;
    conversations.forget(null);
    navigate(addressOfSession(begunAs), { replace: true });
  }, [begunAs, conversations, navigate]);

  const onSay = (message: string) => conversations.send(null, message, language);
  return (
    <>
      {talk.turns.length === 0 ? (
        <div className="relative min-h-0 flex-1 overflow-y-auto px-4 py-5 sm:px-6 sm:py-8">
          <EmptyChat onSay={onSay} />
        </div>
      ) : (
        <>
          <h1 className="sr-only">{say("nav.chat")}</h1>
          <Transcript
            sessionId=""
            entries={entriesOf([], talk.turns)}
            isBusy={isBusy(talk)}
            onSay={onSay}
            onEdit={nothing}
          />
        </>
      )}
      <Announcer talk={talk} />
      {talk.isAway && <Reconnecting />}
      <Composer
        sessionId={null}
        talk={talk}
        isEditing={false}
        onEditEnd={nothing}
        onSay={onSay}
        box={box}
      />
    </>
  );
}
