// A strategy in the list: what it trades, its version and its last result tell it from others of its name.
import { Link } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { Icon } from "../../ui/Icon";
import { type Backtest, headlineOf } from "../backtests/report/report";
import { useTimeframe } from "../backtests/useTimeframe";
import { strategyAddress } from "./addresses";
import type { ListedStrategy } from "./types";
import { words } from "./words";

interface StrategyItemProps {
  strategy: ListedStrategy;
  /** Its newest finished backtest; undefined while nobody knows. */
  last: Backtest | null | undefined;
}

export function StrategyItem({ strategy, last }: StrategyItemProps) {
  const say = useWords(words);
  const format = useFormat();
  const timeframe = useTimeframe();
  const traded = [
    strategy.tickers?.join(", "),
    strategy.timeframe && timeframe(strategy.timeframe),
  ];
  return (
    <li data-testid="strategy-item">
      <Link
        href={strategyAddress(strategy.strategy_id)}
        className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-well"
      >
        <Icon name="strategies" className="size-5 text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium break-words">{strategy.name}</span>
          <span className="block text-sm break-words text-soft">
            {[...traded, say("changed", { date: format.dateTime(strategy.updated_at) })]
              .filter(Boolean)
              .join(" · ")}
          </span>
          {last !== undefined && <LastResult of={last} />}
        </span>
        {strategy.archived_at !== null && <Badge>{say("archived_badge")}</Badge>}
        <Badge>{say("version", { version: strategy.version })}</Badge>
      </Link>
    </li>
  );
}

function LastResult({ of: backtest }: { of: Backtest | null }) {
  const say = useWords(words);
  const format = useFormat();
  const figures = backtest && headlineOf(backtest)?.figures;
  return (
    <span className="block text-sm text-soft tabular-nums">
      {figures
        ? say("last_result", {
            return: format.signedPercent(figures.total_return),
            drawdown: format.percent(figures.max_drawdown),
            trades: format.number(figures.trades, 0),
          })
        : say("last_none")}
    </span>
  );
}
