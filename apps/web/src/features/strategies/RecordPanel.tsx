// How much was tried with a strategy, and the way to what was done with it.
import { Link } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Icon } from "../../ui/Icon";
import { Panel } from "../../ui/Panel";
import { runsAddress } from "./addresses";
import type { Strategy } from "./types";
import { words } from "./words";

const RUNS = ["backtests", "stress", "deployments"] as const;

export function TrialsPanel({ trials }: { trials: number }) {
  const say = useWords(words);
  const { number } = useFormat();
  return (
    <Panel title={say("trials")}>
      <p data-testid="strategy-trials" className="text-xl font-semibold tabular-nums">
        {trials > 0 ? say("trials_count", { count: number(trials) }) : say("trials_none")}
      </p>
      <p className="mt-2 text-sm text-soft">{say("trials_text")}</p>
    </Panel>
  );
}

export function RunsPanel({ strategy }: { strategy: Strategy }) {
  const say = useWords(words);
  return (
    <Panel title={say("runs")}>
      <ul>
        {RUNS.map((place) => (
          <li key={place}>
            <Link
              href={runsAddress(place, strategy.strategy_id)}
              className="inline-flex min-h-10 items-center gap-2 font-medium text-accent underline-offset-4 hover:underline"
            >
              <Icon name={place} />
              {say(`runs_${place}`)}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
