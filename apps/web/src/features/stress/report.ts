// What a stress report holds: the API calls it an object, these are the parts of it that the page reads.
import type { components } from "../../contracts/api";

export type Ruling = components["schemas"]["Ruling"];
export type StressTest = components["schemas"]["StressOut"];
export type TestedInDetail = components["schemas"]["StressDetailOut"];

export interface Both<T = string> {
  zh: T;
  en: T;
}

export interface Estimate {
  value: number;
  low: number;
  high: number;
}

export interface ReasonWords {
  label: string;
  measured: string;
  limit: string;
  source: string;
  /** The ruling in words. */
  says: string;
  /** Empty where the check holds. */
  told: string;
  change: string;
}

export interface Reason {
  code: string;
  ruling: Ruling;
  subject: string;
  words: Both<ReasonWords>;
}

export interface Crisis {
  key: string;
  name: Both;
  start: string;
  end: string;
  status: "exercised" | "not_exercised" | "gap";
  proxy: string | null;
  total_return: number | null;
  market_return: number | null;
  max_drawdown: number | null;
  worst_day: number | null;
  trades: number;
  missing_words: Both | null;
}

export interface WorldFinding {
  world: components["schemas"]["World"];
  name: Both;
  paths: number;
  total_return: Estimate;
  loss_share: Estimate;
  bad_drawdown: Estimate;
  ruin: Estimate;
  ruin_level: number;
  fan: Record<"bars" | "p5" | "p25" | "p50" | "p75" | "p95", number[]>;
}

export interface Outcome {
  sharpe: number | null;
  total_return: number | null;
  trades: number;
}

export interface SensitivityCurve {
  pointer: string;
  chosen: number;
  points: (Outcome & { value: number })[];
  fragility: number | null;
}

export interface SensitivityMap {
  first: string;
  second: string;
  first_values: number[];
  second_values: number[];
  sharpe: (number | null)[][];
}

export interface Friction extends Outcome {
  kind: string;
}

export interface Sensitivity {
  base: Outcome;
  curves: SensitivityCurve[];
  heatmap: SensitivityMap | null;
  frictions: Friction[];
}

export interface WalkForward {
  folds: number;
  in_sample_sharpe: number | null;
  out_of_sample_sharpe: Estimate | null;
  efficiency: number | null;
}

export interface Overfitting {
  trials: number;
  /** Those of the trials that the strategy may have been chosen among. */
  weighed: number;
  sharpe: number | null;
  expected_best_of_luck: number | null;
  deflated_sharpe: number | null;
  probabilistic_sharpe: number | null;
  overfitting_probability: number | null;
  minimum_track_bars: number | null;
  bars: number;
}

/** `null` for a part that was not measured. */
export interface StressReport {
  strategy: { hash: string; cash: number; start: string; end: string };
  is_demo: boolean;
  notice: Both;
  verdict: {
    ruling: Ruling;
    words: Both<{ ruling: string; told: string; gaps: string[] }>;
    reasons: Reason[];
  };
  tried: Both<string[]>;
  crises: Crisis[] | null;
  monte_carlo: WorldFinding[] | null;
  sensitivity: Sensitivity | null;
  walk_forward: WalkForward | null;
  overfitting: Overfitting | null;
  unmeasured: { what: string; words: Both }[];
}

/** Refuses an answer that is no report, so that a page says so instead of breaking on it. */
export function readReport(answer: Record<string, unknown>): StressReport {
  const report = answer as unknown as StressReport;
  if (!Array.isArray(report.verdict?.reasons)) throw new TypeError("this is not a stress report");
  return report;
}

const SILENT = new Set(["factors", "params", "trade", "value", ""]);

/** The way to a number of the strategy: `/factors/fast/params/period` is fast › period. */
export function placeOf(pointer: string): string {
  const steps = pointer.split("/").filter((step) => !SILENT.has(step));
  const named = steps.map((step) => (/^\d+$/.test(step) ? `#${Number(step) + 1}` : step));
  return named.join(" › ") || pointer;
}

/** The simulated histories, where there are any. */
export function worldsOf({ monte_carlo }: StressReport): [WorldFinding, ...WorldFinding[]] | null {
  const [first, ...rest] = monte_carlo ?? [];
  return first ? [first, ...rest] : null;
}
