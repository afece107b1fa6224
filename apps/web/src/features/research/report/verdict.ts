// The judge's verdict, read from what the desk tells as a plain object.
import { figure, type Json, record, text, texts } from "./json";

export interface Verdict {
  action: string;
  confidence: number | null;
  probability: number | null;
  positionPercent: number | null;
  entry: string;
  stopLoss: string | null;
  takeProfit: string | null;
  days: number | null;
  benchmark: string;
  triggers: string[];
  warnings: string[];
  reasoning: string[];
  engine: string;
  callNumber: number | null;
  /** The probability on its way through the debate, as far as it is told. */
  path: { stage: Stage; probability: number }[];
}

const STAGES = [
  "before_debate",
  "after_bull",
  "after_bear",
  "after_resolution",
  "after_judge",
] as const;
export type Stage = (typeof STAGES)[number];

/** The price of an entry names the stored row that it is, as `[bar:…]`; a person reads the price. */
const ROW_ID = /\s?\[[a-z]+:[^[\]\s]+\]/g;

export function verdictOf(told: Json | null | undefined): Verdict | null {
  if (!told || text(told.action) === "") return null;
  const stages = record(told.stages);
  return {
    action: text(told.action),
    confidence: figure(told.confidence),
    probability: figure(told.probability),
    positionPercent: figure(told.position_percent),
    entry: text(told.entry_strategy).replace(ROW_ID, ""),
    stopLoss: priceOf(told.stop_loss),
    takeProfit: priceOf(told.take_profit),
    days: figure(told.time_horizon),
    benchmark: text(told.benchmark),
    triggers: texts(told.invalidation_triggers),
    warnings: texts(told.risk_warnings),
    reasoning: text(told.reasoning).split("\n").filter(Boolean),
    engine: text(told.engine),
    callNumber: figure(told.call_number),
    path: STAGES.flatMap((stage) => {
      const probability = figure(stages[stage]);
      return probability === null ? [] : [{ stage, probability }];
    }),
  };
}

/** A price alone, or a price with the row it comes from. */
function priceOf(told: unknown): string | null {
  const price =
    figure(told) ?? (text(told) || figure(record(told).value) || text(record(told).value));
  return price === null || price === "" ? null : String(price);
}
