// One deployment: how it stands, what can be done, and its book as it grows.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { UNKNOWN } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/form/Asked";
import { Badge } from "../../ui/Badge";
import { PageHead } from "../../ui/PageHead";
import { WaitingApprovals } from "./approvals/WaitingApprovals";
import { Book } from "./book/Book";
import { ClearancePanel } from "./ClearancePanel";
import { DeploymentSwitch } from "./kill/DeploymentSwitch";
import { ModeBadge } from "./ModeBadge";
import { StatusPanel } from "./StatusPanel";
import { DEPLOYMENTS, type DeploymentDetail } from "./trading";
import { useLive, useOnBeat, type Live } from "./useLive";
import { useStrategy } from "./useStrategy";
import { words } from "./words";

const EVERY_MS = 15_000;

export function DeploymentView({ id }: { id: string }) {
  const { client } = useApi();
  const live = useLive(id);
  const asking = useAsked(
    `deployment:${id}`,
    (signal) =>
      unwrap(
        client.GET("/api/v1/deployments/{deployment_id}", {
          params: { path: { deployment_id: id } },
          signal,
        }),
      ),
    { every: EVERY_MS },
  );
  useOnBeat(live.beat, asking.again);
  return (
    <Asked of={asking}>
      {(deployment) => <Whole deployment={deployment} live={live} onChanged={asking.again} />}
    </Asked>
  );
}

interface WholeProps {
  deployment: DeploymentDetail;
  live: Live;
  onChanged: () => void;
}

function Whole({ deployment, live, onChanged }: WholeProps) {
  const say = useWords(words);
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-4">
      <Head deployment={deployment} />
      <WaitingApprovals deploymentId={deployment.id} />
      <StatusPanel deployment={deployment} onChanged={onChanged} />
      {deployment.state !== "ready" && (
        <>
          <p role="status" className="text-sm text-soft">
            {say(live.isAway ? "updated_away" : "updated_live")}
          </p>
          <Book deployment={deployment} beat={live.beat} onChanged={onChanged} />
        </>
      )}
      <ClearancePanel deployment={deployment} />
      <DeploymentSwitch deployment={deployment} onChanged={onChanged} />
    </div>
  );
}

function Head({ deployment }: { deployment: DeploymentDetail }) {
  const say = useWords(words);
  const strategy = useStrategy(deployment.strategy_id, deployment.version);
  const isDemo = strategy.status === "there" && strategy.value.isDemo;
  const name =
    strategy.status === "there"
      ? strategy.value.name
      : strategy.status === "waiting"
        ? UNKNOWN
        : say("untitled");
  return (
    <PageHead
      back={{ href: DEPLOYMENTS, label: say("back") }}
      title={name}
      text={
        <>
          {say("version", { version: deployment.version })} ·{" "}
          {say(`${deployment.mode}_text`, { day: deployment.replay_from ?? "" })}
          {isDemo && ` ${say("demo_text")}`}
        </>
      }
      actions={
        <>
          {isDemo && <Badge>{say("demo")}</Badge>}
          <ModeBadge mode={deployment.mode} />
        </>
      }
    />
  );
}
