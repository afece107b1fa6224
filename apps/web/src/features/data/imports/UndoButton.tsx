// Takes a whole import back, after asking; where others changed the same instruments since, the server says so.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { Button } from "../../../ui/form/Button";
import { Confirm } from "../../../ui/form/Confirm";
import { useAction } from "../../../ui/useAction";
import { words } from "./words";

export function UndoButton({ importId, onUndone }: { importId: string; onUndone: () => void }) {
  const api = useApi();
  const say = useWords(words);
  const [isAsking, setIsAsking] = useState(false);
  const undo = useAction(async () => {
    const params = { path: { import_id: importId } };
    await unwrap(api.client.POST("/api/v1/data/imports/{import_id}/undo", { params }));
    setIsAsking(false);
    onUndone();
  });
  return (
    <>
      <Button kind="danger" onClick={() => setIsAsking(true)}>
        {say("undo")}
      </Button>
      {isAsking && (
        <Confirm
          title={say("undo_title")}
          action={say("undo")}
          busy={undo.isBusy}
          onConfirm={() => void undo.run()}
          onCancel={() => {
            undo.forget();
            setIsAsking(false);
          }}
        >
          <p>{say("undo_text")}</p>
          <ActionFailure error={undo.error} />
        </Confirm>
      )}
    </>
  );
}
