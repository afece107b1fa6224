// What the report of an optimisation holds: the API calls it an object, these are the parts that the page reads.
import type { components } from "../../../contracts/api";
import type { Both, Estimate } from "../report";

export type Optimisation = components["schemas"]["OptimisationOut"];
export type Goal = components["schemas"]["Goal"];

export interface Figures {
  trades: number;
  total_return: number | null;
  max_drawdown: number | null;
  sharpe: number | null;
}

export type HeldOut = Figures & { sharpe_interval: Estimate | null };

export interface Find {
  trial: number;
  changes: { pointer: string; before: number; after: number }[];
  fit: Figures;
  held_out: HeldOut;
  overfitting: { deflated_sharpe: number | null } | null;
}

interface Period {
  first: string;
  last: string;
}

export interface OptimisationReport {
  is_demo: boolean;
  limits: { fewest_trades: number };
  periods: {
    fit: Period;
    fit_bars: number;
    purged_bars: number;
    held_out: Period;
    held_out_bars: number;
  };
  tuned: { pointer: string; chosen: number; values: number[] }[];
  counts: Record<"completed" | "given_up" | "refused" | "distinct" | "within_limits", number>;
  luck: Both;
  found: Find[];
  given: { fit: Figures | null; held_out: HeldOut };
}

/** Refuses an answer that is no report, so that a page says so instead of breaking on it. */
export function readReport(answer: Record<string, unknown>): OptimisationReport {
  const report = answer as unknown as OptimisationReport;
  if (!Array.isArray(report.found)) throw new TypeError("this is not a report of an optimisation");
  return report;
}

/** The headline of a list entry: the best find, in and out of sample; null before it is done. */
export function headlineOf({
  result,
}: Optimisation): { sharpe: number | null; held_out_sharpe: number | null } | "nothing" | null {
  if (result === null) return null;
  const { found } = result as {
    found?: { sharpe: number | null; held_out_sharpe: number | null }[];
  };
  return found?.[0] ?? "nothing";
}
