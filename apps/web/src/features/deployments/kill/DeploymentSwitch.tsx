// The kill switch of one deployment.
import { useState } from "react";
import { useApi } from "../../../api/ApiContext";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Panel } from "../../../ui/Panel";
import { ReasonDialog } from "../ReasonDialog";
import type { DeploymentDetail } from "../trading";
import { useAction } from "../../../ui/useAction";
import { ReleaseQuestion } from "./KillSwitchBar";
import { switchWords } from "./switchWords";
import { turnSwitch } from "./useSwitches";

interface DeploymentSwitchProps {
  deployment: DeploymentDetail;
  onChanged: () => void;
}

export function DeploymentSwitch({ deployment, onChanged }: DeploymentSwitchProps) {
  const say = useWords(switchWords);
  const [isAsking, setIsAsking] = useState(false);
  const turned = deployment.switch;
  const isOwn = turned?.scope === "deployment";
  const close = () => {
    setIsAsking(false);
    onChanged();
  };
  return (
    <Panel title={say("one_head")}>
      <p role="status">{say(isOwn ? "one_on" : turned ? "wider_on" : "one_off")}</p>
      {(isOwn || !turned) && (
        <Button
          className="mt-3"
          kind={isOwn ? "quiet" : "danger"}
          data-testid="deployment-switch"
          onClick={() => setIsAsking(true)}
        >
          {say(isOwn ? "release" : "one_stop")}
        </Button>
      )}
      {isAsking &&
        (turned ? (
          <ReleaseQuestion turned={turned} onClose={close} />
        ) : (
          <OneQuestion deploymentId={deployment.id} onClose={close} />
        ))}
    </Panel>
  );
}

function OneQuestion({ deploymentId, onClose }: { deploymentId: string; onClose: () => void }) {
  const api = useApi();
  const say = useWords(switchWords);
  const stopping = useAction((reason: string) =>
    turnSwitch(
      api,
      { scope: "deployment", target: deploymentId },
      { is_on: true, reason: reason || say("default_reason") },
    ),
  );
  return (
    <ReasonDialog
      title={say("one_title")}
      action={say("one_stop")}
      reasonLabel={say("reason")}
      testId="deployment-switch-confirm"
      busy={stopping.isBusy}
      error={stopping.error}
      onConfirm={(reason) => void stopping.run(reason).then((isDone) => isDone && onClose())}
      onCancel={onClose}
    >
      <p>{say("one_text")}</p>
    </ReasonDialog>
  );
}
