// The path that the strategy really took: the equity of a stored backtest, and only of the very same run.
import type { Api } from "../../api/client";
import { unwrap } from "../../api/client";
import type { PathPoint } from "../../charts/FanChart";
import type { StressReport } from "./report";

interface Equity {
  time: string[];
  equity: number[];
}

/** Null where no backtest of the same rules ended with the same return on the same days. */
export async function realPath(
  api: Api,
  strategyId: string | null,
  report: StressReport,
  signal: AbortSignal,
): Promise<PathPoint[] | null> {
  const lastBar = report.monte_carlo?.[0]?.fan.bars.at(-1);
  if (strategyId === null || lastBar === undefined || report.sensitivity === null) return null;
  const query = { strategy_id: strategyId, limit: 50 };
  const { backtests } = await unwrap(
    api.client.GET("/api/v1/backtests", { params: { query }, signal }),
  );
  const same = backtests.find(
    (each) =>
      each.strategy_hash === report.strategy.hash && isSameRun(each.result, report, lastBar),
  );
  if (same === undefined) return null;
  const path = { backtest_id: same.id };
  const equity = await unwrap(
    api.client.GET("/api/v1/backtests/{backtest_id}/equity", { params: { path }, signal }),
  );
  return placed(equity as unknown as Equity, lastBar);
}

interface Result {
  figures?: { total_return?: number; initial_cash?: number; bars?: number };
}

function isSameRun(result: unknown, report: StressReport, lastBar: number): boolean {
  const { figures } = (result ?? {}) as Result;
  const base = report.sensitivity?.base.total_return;
  return (
    figures?.initial_cash === report.strategy.cash &&
    figures.bars === lastBar + 1 &&
    typeof base === "number" &&
    Math.abs((figures.total_return ?? Number.NaN) - base) < 1e-9
  );
}

/** Days become places among the bars, in proportion: the equity comes thinned out. */
export function placed({ time, equity }: Equity, lastBar: number): PathPoint[] {
  const times = time.map((each) => Date.parse(each));
  const first = times[0] ?? 0;
  const span = (times.at(-1) ?? first) - first || 1;
  return equity.map((value, index) => ({
    bar: ((times[index]! - first) / span) * lastBar,
    value,
  }));
}
