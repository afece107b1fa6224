// What is said around the box that a person writes in: its limit, that it edits, and why the server refused.
import { ApiError } from "../../api/error";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { FailureText } from "../../ui/Failure";
import { isBusy, type Talk } from "./sessions/conversations";
import { words } from "./words";

export const MOST_CHARACTERS = 20_000;
const COUNTED_FROM = 18_000;

export function LengthNote({ length, isBlocked }: { length: number; isBlocked: boolean }) {
  const say = useWords(words);
  const format = useFormat();
  const figures = {
    count: format.number(length, 0),
    most: format.number(MOST_CHARACTERS, 0),
  };
  if (length > MOST_CHARACTERS)
    return (
      <p role="alert" className="text-danger">
        {say("too_long", figures)}
      </p>
    );
  if (isBlocked) return <p>{say("one_at_a_time")}</p>;
  if (length >= COUNTED_FROM) return <p>{say("count", figures)}</p>;
  return <p className="hidden sm:block">{say("keys")}</p>;
}

export function EditNote({ onCancel }: { onCancel: () => void }) {
  const say = useWords(words);
  return (
    <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 text-sm text-soft">
      <p className="min-w-0 flex-1">{say("editing")}</p>
      <button
        type="button"
        onClick={onCancel}
        className="min-h-10 text-accent underline-offset-4 hover:underline"
      >
        {say("cancel_edit")}
      </button>
    </div>
  );
}

/** Why the last message was not taken, or could not be stopped. */
export function RefusalNote({ talk }: { talk: Talk }) {
  const say = useWords(words);
  if (talk.refusal === null) return null;
  const { error } = talk.refusal;
  const isElsewhere = error instanceof ApiError && error.status === 409;
  return (
    <div role="alert" className="mb-2 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
      <p className="font-medium">{say(isBusy(talk) ? "not_stopped" : "not_sent")}</p>
      {isElsewhere ? <p>{say("busy_elsewhere")}</p> : <FailureText error={error} />}
    </div>
  );
}
