// The messages of a conversation, newest at the bottom; the older ones of a long one on demand.
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Icon } from "../../../ui/Icon";
import { AssistantMessage } from "./AssistantMessage";
import type { Entry } from "./entries";
import { shownLater } from "./prompts";
import { PersonMessage } from "./PersonMessage";
import { useStickToBottom } from "./useStickToBottom";
import { words } from "../words";

const SHOWN = 40;

interface TranscriptProps {
  sessionId: string;
  entries: readonly Entry[];
  isBusy: boolean;
  onSay: (message: string) => void;
  onEdit: (text: string) => void;
  /** What stands below the last message, such as that it was not answered. */
  children?: ReactNode;
}

export function Transcript({ entries, children, onSay, ...talk }: TranscriptProps) {
  const say = useWords(words);
  const [shown, setShown] = useState(SHOWN);
  const { frame, content, isAtBottom, toBottom, toNewest, onAnswer, onScroll, release } =
    useStickToBottom();
  const said = entries.filter((entry) => entry.by === "person").length;
  useEffect(toNewest, [said, toNewest]);
  useEffect(onAnswer, [entries.length, onAnswer]);
  // The button that was pressed is disabled by what it said; the focus stays in the conversation.
  const sayFrom = useCallback(
    (message: string) => {
      frame.current?.focus({ preventScroll: true });
      onSay(message);
    },
    [frame, onSay],
  );
  const hidden = Math.max(0, entries.length - shown);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={frame}
        role="region"
        aria-label={say("transcript")}
        tabIndex={0}
        onScroll={onScroll}
        onClickCapture={release}
        className="relative h-full [overflow-anchor:none] overflow-x-hidden overflow-y-auto px-4 py-5 outline-offset-[-2px] sm:px-6"
      >
        <div ref={content} className="mx-auto w-full max-w-3xl">
          {hidden > 0 && (
            <div className="mb-5 flex justify-center">
              <Button kind="quiet" onClick={() => setShown(shown + SHOWN)}>
                {say("earlier", { count: Math.min(hidden, SHOWN) })}
              </Button>
            </div>
          )}
          <ol className="space-y-6">
            <Messages {...talk} entries={entries} hidden={hidden} onSay={sayFrom} />
          </ol>
          {children && <div className="mt-6">{children}</div>}
        </div>
      </div>
      {!isAtBottom && (
        <button
          type="button"
          onClick={toBottom}
          className="absolute bottom-3 left-1/2 inline-flex min-h-10 -translate-x-1/2 items-center gap-1.5 rounded-full border border-line-strong bg-raised px-4 text-sm font-medium shadow-md hover:bg-well"
        >
          <Icon name="chevron" className="size-4" />
          {say("newest")}
        </button>
      )}
    </div>
  );
}

type MessagesProps = Omit<TranscriptProps, "children"> & { hidden: number };

function Messages({ entries, hidden, sessionId, isBusy, onSay, onEdit }: MessagesProps) {
  const later = shownLater(entries);
  const lastPerson = entries.findLastIndex((entry) => entry.by === "person");
  return entries.slice(hidden).map((entry, place) => {
    const index = hidden + place;
    if (entry.by === "person") {
      const canEdit = index === lastPerson && !isBusy;
      return <PersonMessage key={entry.id} entry={entry} onEdit={canEdit ? onEdit : null} />;
    }
    const isOpen = index === entries.length - 1 && !isBusy;
    const [before, next] = [entries[index - 1], entries[index + 1]];
    const canSendAgain = isOpen && before?.by === "person";
    return (
      <AssistantMessage
        key={entry.id}
        entry={entry}
        reply={next?.by === "person" ? next.text : null}
        isOpen={isOpen}
        later={later.get(entry.id)}
        sessionId={sessionId}
        onSay={onSay}
        onSendAgain={canSendAgain ? () => onSay(before.text) : null}
      />
    );
  });
}
