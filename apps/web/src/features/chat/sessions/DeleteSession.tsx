// Asks before a conversation is deleted, and says why when it could not be.
import { useState } from "react";
import { useWords } from "../../../i18n/words";
import { Confirm } from "../../../ui/form/Confirm";
import { FailureText } from "../../../ui/Failure";
import type { SessionRow } from "./sessionListing";
import { useSessions } from "./useConversations";
import { words } from "../words";

interface DeleteSessionProps {
  row: SessionRow;
  onDeleted: () => void;
  onCancel: () => void;
}

export function DeleteSession({ row, onDeleted, onCancel }: DeleteSessionProps) {
  const say = useWords(words);
  const { sessions } = useSessions();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);

  async function remove() {
    setIsBusy(true);
    setFailure(null);
    try {
      await sessions.remove(row.session_id);
      onDeleted();
    } catch (error) {
      setFailure({ error });
      setIsBusy(false);
    }
  }

  return (
    <Confirm
      title={say("delete_title")}
      action={say("delete_action")}
      busy={isBusy}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <p className="break-words">{say("delete_text", { title: row.title || say("untitled") })}</p>
      {failure && (
        <div role="alert" className="mt-2 text-danger">
          <FailureText error={failure.error} />
        </div>
      )}
    </Confirm>
  );
}
