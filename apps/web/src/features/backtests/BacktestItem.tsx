// One backtest in the list: what was tested on what, where it stands, and what it came to.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { JobProgress } from "../jobs/JobProgress";
import { colourOf } from "./report/HeadlineFigures";
import { type Backtest, type Figures, headlineOf, isDemo, isUnderWay } from "./report/report";
import { reportWords } from "./report/reportWords";
import { StatusBadge } from "./StatusBadge";
import { useTimeframe } from "./useTimeframe";
import { words } from "./words";

interface BacktestItemProps {
  backtest: Backtest;
  /** Called when one that was under way has ended. */
  onEnd: () => void;
  /** Beside a finished one. */
  pick: ReactNode;
}

export function BacktestItem({ backtest, onEnd, pick }: BacktestItemProps) {
  const say = useWords(words);
  const format = useFormat();
  const timeframe = useTimeframe();
  const headline = headlineOf(backtest);
  return (
    <li
      data-testid="backtest-item"
      className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-lg border border-line bg-surface p-4"
    >
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="font-semibold break-words">
          <Link
            href={`/backtests/${backtest.id}`}
            className="inline-flex min-h-10 items-center underline-offset-4 hover:underline"
          >
            {backtest.name}
          </Link>
        </h2>
        <p className="text-sm break-words text-soft">
          {[
            ...(backtest.tickers.length > 0 ? [backtest.tickers.join(", ")] : []),
            timeframe(backtest.timeframe),
            backtest.version === null
              ? say("draft")
              : say("version", { version: backtest.version }),
            format.dateTime(backtest.created_at),
          ].join(" · ")}
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          <StatusBadge status={backtest.status} />
          {headline !== null && isDemo(headline) && <Badge tone="accent">{say("demo")}</Badge>}
          {headline !== null && pick}
        </div>
      </div>
      {headline !== null && <Short figures={headline.figures} />}
      {backtest.status === "failed" && backtest.error && (
        <p className="w-full text-sm break-words text-danger">{backtest.error}</p>
      )}
      {isUnderWay(backtest.status) && backtest.backtest_job_id !== null && (
        <div className="w-full">
          <JobProgress jobId={backtest.backtest_job_id} onEnd={onEnd} />
        </div>
      )}
    </li>
  );
}

function Short({ figures }: { figures: Figures }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const shown = [
    [say("total_return"), format.signedPercent(figures.total_return), figures.total_return],
    [say("max_drawdown"), format.percent(figures.max_drawdown), figures.max_drawdown],
    [say("sharpe"), format.number(figures.sharpe?.value), 0],
    [say("trades"), format.number(figures.trades, 0), 0],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
      {shown.map(([name, value, sign]) => (
        <div key={name} className="min-w-20">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className={`font-mono tabular-nums ${colourOf(sign)}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
