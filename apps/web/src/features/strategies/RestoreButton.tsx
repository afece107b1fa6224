// Takes a strategy out of the archive.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useWords } from "../../i18n/words";
import { ActionFailure } from "../../ui/ActionFailure";
import { Button } from "../../ui/form/Button";
import { useAction } from "../../ui/useAction";
import { words } from "./words";

export function RestoreButton({ strategyId, onDone }: { strategyId: string; onDone: () => void }) {
  const say = useWords(words);
  const { client } = useApi();
  const restoring = useAction(async () => {
    const params = { path: { strategy_id: strategyId } };
    await unwrap(client.POST("/api/v1/strategies/{strategy_id}/restore", { params }));
    onDone();
  });
  return (
    <div>
      <Button busy={restoring.isBusy} onClick={() => void restoring.run()}>
        {say("restore")}
      </Button>
      <ActionFailure error={restoring.error} />
    </div>
  );
}
