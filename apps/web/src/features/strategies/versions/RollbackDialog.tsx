// Asks before a strategy goes back to an old version, and does it.
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useWords } from "../../../i18n/words";
import { Confirm } from "../../../ui/form/Confirm";
import { ActionFailure } from "../../../ui/ActionFailure";
import type { Strategy } from "../types";
import { useAction } from "../../../ui/useAction";
import { words } from "../words";

interface RollbackDialogProps {
  strategy: Strategy;
  version: number;
  onDone: () => void;
  onClose: () => void;
}

export function RollbackDialog({ strategy, version, onDone, onClose }: RollbackDialogProps) {
  const say = useWords(words);
  const { client } = useApi();
  const current = strategy.version;
  const rollingBack = useAction(async () => {
    await unwrap(
      client.POST("/api/v1/strategies/{strategy_id}/rollback", {
        params: { path: { strategy_id: strategy.strategy_id } },
        body: { version, expected_version: current },
      }),
    );
    onClose();
    onDone();
  });
  return (
    <Confirm
      title={say("roll_back_title", { version })}
      action={say("roll_back")}
      busy={rollingBack.isBusy}
      onConfirm={() => void rollingBack.run()}
      onCancel={onClose}
    >
      <p>{say("roll_back_text", { version, next: current + 1, current })}</p>
      <ActionFailure error={rollingBack.error} />
    </Confirm>
  );
}
