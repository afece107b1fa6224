// How a deployment stands, what it waits for, and what can be done with it now.
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Panel } from "../../ui/Panel";
import { equityOf, profitOf } from "./DeploymentItem";
import { DeploymentActions } from "./DeploymentActions";
import { MetricGrid } from "./MetricGrid";
import { Signed } from "./Signed";
import { StateBadge } from "./StateBadge";
import { type DeploymentDetail, replayDay } from "./trading";
import { words } from "./words";

interface StatusPanelProps {
  deployment: DeploymentDetail;
  onChanged: () => void;
}

export function StatusPanel({ deployment, onChanged }: StatusPanelProps) {
  const say = useWords(words);
  const format = useFormat();
  const { marks, money } = deployment;
  const standing = say(sentenceOf(deployment), { day: replayDay(deployment) });
  return (
    <Panel title={say("stands")} aside={<StateBadge state={deployment.state} />}>
      <div role="status" className="space-y-1">
        <p>{standing}</p>
        {deployment.holds_up && deployment.holds_up !== standing && (
          <p className="text-danger">{deployment.holds_up}</p>
        )}
        {deployment.switch && deployment.holds_up !== say("switch_on") && (
          <p className="text-danger">{say("switch_on")}</p>
        )}
        {money?.stopped && (
          <p className="text-danger">{say("stopped_money", { why: money.stopped })}</p>
        )}
      </div>
      <div className="my-4">
        <MetricGrid
          metrics={[
            { name: say("equity"), value: format.money(equityOf(deployment)) },
            { name: say("profit"), value: <Signed value={profitOf(deployment)} /> },
            { name: say("cash"), value: format.money(money?.cash) },
            {
              name: say("start_cash"),
              value: format.money(money?.start_cash ?? cashIn(deployment)),
            },
            { name: say("costs"), value: format.money(money?.costs) },
            { name: say("drawdown"), value: format.percent(marks?.drawdown) },
            { name: say("daily_loss"), value: format.percent(marks?.daily_loss) },
            { name: say("last"), value: format.dateTime(deployment.updated_at) },
          ]}
        />
      </div>
      <DeploymentActions deployment={deployment} onChanged={onChanged} />
    </Panel>
  );
}

function sentenceOf({ mode, state, flatten, money }: DeploymentDetail) {
  if (mode === "replay" && state === "running") return "is_replaying";
  if (mode === "replay" && state === "stopped") return "is_replayed";
  if (state === "stopping" && flatten) return "is_stopping_flat";
  if (state === "running" && money?.bar === null) return "is_running_first";
  return `is_${state}` as const;
}

function cashIn({ terms }: DeploymentDetail): string | null {
  return typeof terms.cash === "string" ? terms.cash : null;
}
