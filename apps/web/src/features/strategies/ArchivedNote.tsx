// Says what was just archived, with the way back.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useWords } from "../../i18n/words";
import { ActionFailure } from "../../ui/ActionFailure";
import { Button } from "../../ui/form/Button";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

interface ArchivedNoteProps {
  strategyId: string;
  /** It is in the list again. */
  onRestored: () => void;
}

export function ArchivedNote({ strategyId, onRestored }: ArchivedNoteProps) {
  const say = useWords(words);
  const { client } = useApi();
  const params = { path: { strategy_id: strategyId } };
  const { asked } = useAsked(`archived/${strategyId}`, (signal) =>
    unwrap(client.GET("/api/v1/strategies/{strategy_id}", { params, signal })),
  );
  const restoring = useAction(async () => {
    await unwrap(client.POST("/api/v1/strategies/{strategy_id}/restore", { params }));
    onRestored();
  });
  if (asked.status !== "there" || asked.value.archived_at === null) return null;
  return (
    <div
      role="status"
      data-testid="archived-note"
      className="mb-4 rounded-md border border-line bg-accent-soft px-4 py-2"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="min-w-0 break-words">
          {say("archived_done", { name: asked.value.name })}
        </span>
        <Button kind="quiet" busy={restoring.isBusy} onClick={() => void restoring.run()}>
          {say("undo")}
        </Button>
      </div>
      <ActionFailure error={restoring.error} />
    </div>
  );
}
