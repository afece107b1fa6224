// The few figures that a session comes to: its verdict, the range of what the share is worth, and the price levels.
import type { ResearchDetail, ResearchResult } from "../experts";
import type { ExpertReport } from "../report/expertReport";
import { reportsOf } from "../report/reports";
import { verdictOf } from "../report/verdict";

export type LevelKind =
  "support" | "resistance" | "value_low" | "value_high" | "stop_loss" | "take_profit";

interface VerdictLevel {
  kind: LevelKind;
  price: number;
}

/** Only the nearest: a chart with every level shows none. */
const NEAREST = 1;

function level(kind: LevelKind, price: number | string | null | undefined): VerdictLevel[] {
  const number = Number(price ?? Number.NaN);
  return Number.isFinite(number) && number > 0 ? [{ kind, price: number }] : [];
}

export function levelsOf(result: ResearchResult): VerdictLevel[] {
  const verdict = verdictOf(result.verdict);
  const technical = reportOf(result, "technical_analyst")?.levels;
  const range = valueRangeOf(result);
  return [
    ...level("take_profit", verdict?.takeProfit),
    ...level("stop_loss", verdict?.stopLoss),
    ...level("value_high", range?.upper),
    ...level("value_low", range?.lower),
    ...(technical?.resistance.slice(0, NEAREST) ?? []).flatMap((each) => level("resistance", each)),
    ...(technical?.support.slice(0, NEAREST) ?? []).flatMap((each) => level("support", each)),
  ];
}

export function valueRangeOf(result: ResearchResult): ExpertReport["range"] {
  return reportOf(result, "valuation_modeler")?.range ?? null;
}

/** The instant that the bars of a session are read as of: the end of its day, or when it was asked. */
export function instantOf({ analysis_date, created_at }: ResearchDetail): string {
  const end = analysis_date ? `${analysis_date}T23:59:59Z` : created_at;
  return end < created_at ? end : created_at;
}

function reportOf(result: ResearchResult, expert: ExpertReport["expert"]): ExpertReport | null {
  const found = reportsOf(result).find((each) => each.expert === expert);
  return found?.status === "success" ? found : null;
}
