// What a backtest holds beyond its typed frame: the API says "object" here, and this says which.
import type { components } from "../../../contracts/api";
import type { Curve } from "../../../charts/workbench/model";
import type { MonthlyRow } from "../../../charts/MonthlyHeatmap";
import type { Language } from "../../../i18n/language";

export type Backtest = components["schemas"]["BacktestOut"];
export type BacktestDetail = components["schemas"]["BacktestDetailOut"];
export type BacktestStatus = Backtest["status"];

type Known = number | null;

export interface Sharpe {
  value: number;
  low: number;
  high: number;
  level: number;
}

/** The figures of the account and of its closed trades; fractions are fractions, null is nothing to measure. */
export interface Figures {
  initial_cash: number;
  final_equity: number;
  total_return: number;
  cagr: Known;
  volatility: number;
  sharpe: Sharpe | null;
  max_drawdown: number;
  longest_drawdown_bars: number;
  exposure: number;
  costs: number;
  bars: number;
  trades: number;
  win_rate: Known;
  profit_factor: Known;
  mean_bars: Known;
  benchmark_return: number;
}

/** The headline of a finished backtest. */
export interface Headline {
  engine_version: string;
  data: { sources: Record<string, string>; first: string; last: string; sha256: string };
  figures: Figures;
  warnings: string[];
  summary: Record<Language, string[]>;
  notes: Record<Language, string[]>;
}

export interface TradeGroup {
  label: string;
  trades: number;
  win_rate: Known;
  profit: number;
  mean_return: Known;
}

export interface Drawdown {
  peak: string;
  trough: string;
  recovered: string | null;
  depth: number;
  bars: number;
}

export const GROUPINGS = ["by_direction", "by_exit", "by_ticker", "by_holding"] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface Report extends Record<Grouping, TradeGroup[]> {
  market: string;
  tickers: string[];
  first: string;
  last: string;
  monthly: MonthlyRow[];
  drawdowns: Drawdown[];
  benchmark: { total_return: number; cagr: Known; max_drawdown: number; sharpe: Known };
  curves: Record<"equity" | "drawdown" | "benchmark", Curve>;
}

interface Terms {
  cash: string;
  leverage: number;
  costs: {
    commission_rate: number;
    commission_per_share: number;
    commission_minimum: number;
    slippage: number;
    spread: number;
    impact: number;
  };
}

export interface Observed {
  pointer: string;
  text_zh: string;
  text_en: string;
  left: Known;
  right: Known;
}

export interface Trade {
  number: number;
  ticker: string;
  direction: "long" | "short";
  reason: string;
  signal_at: string;
  entry_at: string;
  exit_at: string;
  bars: number;
  quantity: number;
  entry_price: number;
  exit_price: number;
  costs: number;
  profit: number;
  return: Known;
  why: { entry: Observed[]; exit: Observed[] };
}

/** Null while there is no result. */
export function headlineOf({ result }: Pick<Backtest, "result">): Headline | null {
  return result === null ? null : (result as unknown as Headline);
}

export function termsOf({ plan }: BacktestDetail): Terms {
  return plan.terms as Terms;
}

/** Whether any of its prices is invented. */
export function isDemo(headline: Headline): boolean {
  return Object.values(headline.data.sources).includes("demo");
}

export function isUnderWay(status: BacktestStatus): boolean {
  return status === "pending" || status === "running";
}

export function isIntraday(timeframe: string): boolean {
  return /[mh]$/.test(timeframe);
}
