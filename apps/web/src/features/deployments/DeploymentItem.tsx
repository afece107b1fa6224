// One deployment in the list: what runs where, how it stands, what it is worth now, and its last change.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { UNKNOWN, useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { ModeBadge } from "./ModeBadge";
import { Signed } from "./Signed";
import { StateBadge } from "./StateBadge";
import { type Deployment, type DeploymentDetail, deploymentAddress } from "./trading";
import { useStrategy } from "./useStrategy";
import { words } from "./words";

export function DeploymentItem({ deployment }: { deployment: Deployment }) {
  const say = useWords(words);
  const format = useFormat();
  const strategy = useStrategy(deployment.strategy_id, deployment.version);
  const detail = useDetail(deployment);
  return (
    <li
      data-testid="deployment-item"
      className="relative rounded-lg border border-line bg-surface p-4 hover:border-line-strong sm:p-5"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="mr-auto min-w-0 font-semibold break-words">
          <Link
            href={deploymentAddress(deployment.id)}
            className="underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {strategy.status === "waiting"
              ? UNKNOWN
              : strategy.status === "there"
                ? strategy.value.name
                : say("untitled")}
          </Link>{" "}
          <span className="text-sm font-normal text-soft">
            {say("version", { version: deployment.version })}
          </span>
        </h3>
        {strategy.status === "there" && strategy.value.isDemo && <Badge>{say("demo")}</Badge>}
        <ModeBadge mode={deployment.mode} />
        <StateBadge state={deployment.state} />
      </div>
      {deployment.blocker && <p className="mt-2 text-sm text-danger">{say(deployment.blocker)}</p>}
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2 text-sm">
        <Part name={say("equity")}>{format.money(equityOf(detail))}</Part>
        <Part name={say("profit")}>
          <Signed value={profitOf(detail)} />
        </Part>
        <Part name={say("last")}>
          {say(`state_${deployment.state}`)}, {format.ago(deployment.updated_at)}
        </Part>
      </dl>
    </li>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-soft">{name}</dt>
      <dd className="font-mono tabular-nums">{children}</dd>
    </div>
  );
}

function useDetail({ id, updated_at }: Deployment): DeploymentDetail | null {
  const { client } = useApi();
  const { asked } = useAsked(
    `deployment:${id}:${updated_at}`,
    (signal) =>
      unwrap(
        client.GET("/api/v1/deployments/{deployment_id}", {
          params: { path: { deployment_id: id } },
          signal,
        }),
      ),
    { every: 30_000 },
  );
  return asked.status === "there" ? asked.value : null;
}

/** As it was last seen; before the first bar only cash is there, and nothing was bought with it. */
export function equityOf(detail: DeploymentDetail | null): string | null {
  return detail?.marks?.equity ?? (detail?.money?.bar === null ? detail.money.cash : null);
}

export function profitOf(detail: DeploymentDetail | null): string | null {
  const equity = equityOf(detail);
  if (equity === null || !detail?.money) return null;
  return String(Number(equity) - Number(detail.money.start_cash));
}
