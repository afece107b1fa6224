// The `deployment_status` card: where a deployment stands now, why it is blocked, and the way to it.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { UNKNOWN, useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import type { CardOf, CardProps } from "../../cards";
import { equityOf } from "../DeploymentItem";
import { MetricGrid } from "../MetricGrid";
import { LinkButton } from "../../../ui/form/LinkButton";
import { ModeBadge } from "../ModeBadge";
import { StateBadge } from "../StateBadge";
import { type DeploymentDetail, deploymentAddress, replayDay } from "../trading";
import { useStrategy } from "../useStrategy";
import { words } from "../words";
import { useCounts } from "./useCounts";

const EVERY_MS = 20_000;
const REPLAY_MS = 2_000;

export default function DeploymentStatusCardView({ card }: CardProps<"deployment_status">) {
  const { client } = useApi();
  const { deployment_id } = card;
  const { asked } = useAsked(
    `deployment:${deployment_id}`,
    (signal) =>
      unwrap(
        client.GET("/api/v1/deployments/{deployment_id}", {
          params: { path: { deployment_id } },
          signal,
        }),
      ),
    {
      every: ({ mode, state }) => (mode === "replay" && state === "running" ? REPLAY_MS : EVERY_MS),
    },
  );
  const say = useWords(words);
  return (
    <article
      aria-label={say("title")}
      className="grid gap-3 rounded-lg border border-line bg-surface p-4"
    >
      {asked.status === "there" ? <Now deployment={asked.value} /> : <Then card={card} />}
      {asked.status === "failed" && <p className="text-sm text-soft">{say("card_gone")}</p>}
      <div>
        <LinkButton href={deploymentAddress(deployment_id)}>{say("open")}</LinkButton>
      </div>
    </article>
  );
}

/** As it was when the card was written, until it is known how it is now. */
function Then({ card }: { card: CardOf<"deployment_status"> }) {
  const say = useWords(words);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto font-semibold">{say("title")}</p>
        {card.target && <ModeBadge mode={card.target} />}
        <Badge tone={card.status === "blocked" ? "danger" : "plain"}>
          {say(`status_${card.status}`)}
        </Badge>
      </div>
      {card.blocker && <BlockerText code={card.blocker} />}
    </>
  );
}

function Now({ deployment }: { deployment: DeploymentDetail }) {
  const say = useWords(words);
  const format = useFormat();
  const strategy = useStrategy(deployment.strategy_id, deployment.version);
  const counts = useCounts(deployment);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto min-w-0 font-semibold break-words">
          {strategy.status === "there" ? strategy.value.name : UNKNOWN}{" "}
          <span className="text-sm font-normal text-soft">
            {say("version", { version: deployment.version })}
          </span>
        </p>
        {strategy.status === "there" && strategy.value.isDemo && <Badge>{say("demo")}</Badge>}
        <ModeBadge mode={deployment.mode} />
        <StateBadge state={deployment.state} />
      </div>
      {deployment.holds_up ? (
        <p className="text-danger">{deployment.holds_up}</p>
      ) : (
        <p className="text-soft">
          {deployment.mode === "replay" && deployment.state === "running"
            ? say("is_replaying", { day: replayDay(deployment) })
            : say(`is_${deployment.state}`)}
        </p>
      )}
      {deployment.switch && deployment.holds_up !== say("switch_on") && (
        <p className="text-danger">{say("switch_on")}</p>
      )}
      <MetricGrid
        metrics={[
          { name: say("equity"), value: format.money(equityOf(deployment)) },
          { name: say("positions_held"), value: format.number(counts?.positions, 0) },
          { name: say("orders_made"), value: format.number(counts?.orders, 0) },
        ]}
      />
    </>
  );
}

/** A code that this page does not know is shown as it is. */
function BlockerText({ code }: { code: string }) {
  const say = useWords(words);
  const known = Object.hasOwn(words.zh, code) ? say(code as keyof typeof words.zh) : code;
  return <p className="text-danger">{known}</p>;
}
