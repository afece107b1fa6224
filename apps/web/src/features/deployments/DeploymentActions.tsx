// What can be done with a deployment in its state; what cannot be taken back is asked about first.
import { useState } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { Choice } from "../../ui/form/Choice";
import { ActionFailure } from "../../ui/ActionFailure";
import { ReasonDialog } from "./ReasonDialog";
import type { DeploymentDetail, State } from "./trading";
import { type Action, useAction } from "../../ui/useAction";
import { words } from "./words";

type Step = "start" | "pause" | "resume" | "stop" | "complete";

/** The same table as the server's own. */
const MAY: Record<State, readonly Step[]> = {
  ready: ["start", "stop"],
  running: ["pause", "stop"],
  paused: ["resume", "stop"],
  halted: ["resume", "stop"],
  blocked: ["start", "stop"],
  stopping: [],
  stopped: ["complete"],
  completed: [],
};

interface Wish {
  action: Step;
  reason?: string;
  flatten?: boolean;
}

interface DeploymentActionsProps {
  deployment: DeploymentDetail;
  onChanged: () => void;
}

export function DeploymentActions({ deployment, onChanged }: DeploymentActionsProps) {
  const say = useWords(words);
  const act = useAct(deployment.id);
  const [asking, setAsking] = useState<Step | null>(null);
  const run = async (wish: Wish) => {
    const isDone = await act.run(wish);
    if (isDone) setAsking(null);
    onChanged();
  };
  const begin = (action: Step) => {
    act.forget();
    if (isAskedAbout(action, deployment)) setAsking(action);
    else void run({ action });
  };
  const actions = MAY[deployment.state];
  if (actions.length === 0) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {actions.map((action) => (
          <Button
            key={action}
            data-testid={`deployment-${action}`}
            kind={action === "start" ? "primary" : action === "stop" ? "danger" : "quiet"}
            busy={act.isBusy}
            onClick={() => begin(action)}
          >
            {say(action)}
          </Button>
        ))}
      </div>
      {asking === null && <ActionFailure error={act.error} />}
      {asking === "stop" && <StopQuestion act={act} onDo={run} onCancel={() => setAsking(null)} />}
      {(asking === "complete" || asking === "start") && (
        <ReasonDialog
          title={say(asking === "start" ? "live_title" : "complete_title")}
          action={say(asking)}
          reasonLabel={say("reason")}
          testId={`deployment-${asking}-confirm`}
          busy={act.isBusy}
          error={act.error}
          onConfirm={(reason) => void run({ action: asking, reason })}
          onCancel={() => setAsking(null)}
        >
          <p>{say(asking === "start" ? "live_start_text" : "complete_text")}</p>
        </ReasonDialog>
      )}
    </>
  );
}

interface StopQuestionProps {
  act: Action<[Wish]>;
  onDo: (wish: Wish) => Promise<void>;
  onCancel: () => void;
}

function StopQuestion({ act, onDo, onCancel }: StopQuestionProps) {
  const say = useWords(words);
  const [positions, setPositions] = useState<"keep" | "flatten">("keep");
  return (
    <ReasonDialog
      title={say("stop_title")}
      action={say(positions === "flatten" ? "stop_flatten" : "stop")}
      reasonLabel={say("reason")}
      testId="deployment-stop-confirm"
      busy={act.isBusy}
      error={act.error}
      onConfirm={(reason) =>
        void onDo({ action: "stop", reason, flatten: positions === "flatten" })
      }
      onCancel={onCancel}
    >
      <p>{say("stop_text")}</p>
      <Choice
        label={say("stop_positions")}
        value={positions}
        onChoose={setPositions}
        options={[
          { value: "keep", label: say("stop_keep") },
          { value: "flatten", label: say("stop_flatten") },
        ]}
      />
      <p>{say(`stop_${positions}_text`)}</p>
    </ReasonDialog>
  );
}

/** Stopping and completing are for good; starting with real money deserves a second look. */
function isAskedAbout(action: Step, { mode }: DeploymentDetail): boolean {
  return action === "stop" || action === "complete" || (action === "start" && mode === "live");
}

function useAct(deployment_id: string): Action<[Wish]> {
  const { client } = useApi();
  const params = { path: { deployment_id } };
  return useAction(({ action, reason = "", flatten = false }: Wish) => {
    switch (action) {
      case "start":
        return unwrap(client.POST("/api/v1/deployments/{deployment_id}/start", { params }));
      case "stop":
        return unwrap(
          client.POST("/api/v1/deployments/{deployment_id}/stop", {
            params,
            body: { reason, flatten },
          }),
        );
      default:
        return unwrap(
          client.POST(`/api/v1/deployments/{deployment_id}/${action}`, {
            params,
            body: { reason },
          }),
        );
    }
  });
}
