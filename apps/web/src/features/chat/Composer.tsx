// Where a person writes: grows with the text, sends on Enter but never in the middle of composing a character.
import { type KeyboardEvent, type Ref, type SubmitEvent, useId } from "react";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { EditNote, LengthNote, MOST_CHARACTERS, RefusalNote } from "./ComposerNotes";
import { isBusy, type Talk } from "./sessions/conversations";
import { GrowingBox } from "./GrowingBox";
import { useConversations, useDraft } from "./sessions/useConversations";
import { words } from "./words";

interface ComposerProps {
  sessionId: string | null;
  talk: Talk;
  /** Whether the text is an earlier message that is being changed. */
  isEditing: boolean;
  onEditEnd: () => void;
  onSay: (message: string) => void;
  box: Ref<HTMLTextAreaElement>;
}

export function Composer({ sessionId, talk, isEditing, onEditEnd, onSay, box }: ComposerProps) {
  const say = useWords(words);
  const { say: sayApp } = useLanguage();
  const conversations = useConversations();
  const draft = useDraft(sessionId);
  const id = useId();
  const busy = isBusy(talk);
  const length = draft.trim().length;
  const canSend = !busy && length > 0 && length <= MOST_CHARACTERS;

  function send(event: SubmitEvent | KeyboardEvent) {
    event.preventDefault();
    if (!canSend) return;
    conversations.write(sessionId, "");
    onSay(draft.trim());
    onEditEnd();
  }

  function sendOnEnter(event: KeyboardEvent) {
    const { isComposing, keyCode } = event.nativeEvent;
    // While an input method is open, its Enter picks a character; Safari tells so only by the code 229.
    if (event.key !== "Enter" || event.shiftKey || isComposing || keyCode === 229) return;
    send(event);
  }

  return (
    <form
      onSubmit={send}
      className="border-t border-line bg-surface px-4 pt-3 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:px-6"
    >
      <div className="mx-auto w-full max-w-3xl">
        <RefusalNote talk={talk} />
        {isEditing && <EditNote onCancel={onEditEnd} />}
        <label htmlFor={id} className="sr-only">
          {say("composer")}
        </label>
        <div className="flex items-end gap-2">
          <GrowingBox
            id={id}
            ref={box}
            value={draft}
            placeholder={say("placeholder")}
            describedBy={`${id}-note`}
            onChange={(text) => conversations.write(sessionId, text)}
            onKeyDown={sendOnEnter}
          />
          {busy ? (
            <Button
              kind="quiet"
              data-testid="stop"
              busy={talk.isStopping}
              onClick={() => void conversations.stop(sessionId)}
              className="min-h-11"
            >
              {say(talk.isStopping ? "stopping" : "stop")}
            </Button>
          ) : (
            <Button type="submit" data-testid="send" disabled={!canSend} className="min-h-11">
              {say("send")}
            </Button>
          )}
        </div>
        <div className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-sm text-soft">
          <div id={`${id}-note`}>
            <LengthNote length={length} isBlocked={busy && length > 0} />
          </div>
          <p>{sayApp("app.disclaimer")}</p>
        </div>
      </div>
    </form>
  );
}
