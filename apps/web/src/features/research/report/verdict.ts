// The judge's verdict, read from the server's plain JSON.
import { type Grounding, groundingOf } from "./grounding";
import { figure, type Json, record, text, texts } from "./json";

interface Verdict {
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
  grounding: Grounding;
  callNumber: number | null;
  /** Research on a past day, which stands in a book of its own. */
  isWalkBack: boolean;
  /** The probability after each stage of the debate, where known. */
  path: { stage: Stage; probability: number }[];
}

const STAGES = [
  "before_debate",
  "after_bull",
  "after_bear",
  "after_resolution",
  "after_judge",
] as const;
type Stage = (typeof STAGES)[number];

/** The price of an entry names the stored row that it is, as `[bar:…]`; a person reads the price. */
const ROW_ID = /\s?\[[a-z]+:[^[\]\s]+\]/g;

export function verdictOf(answer: Json | null | undefined): Verdict | null {
  if (!answer || text(answer.action) === "") return null;
  const stages = record(answer.stages);
  return {
    action: text(answer.action),
    confidence: figure(answer.confidence),
    probability: figure(answer.probability),
    positionPercent: figure(answer.position_percent),
    entry: text(answer.entry_strategy).replace(ROW_ID, ""),
    stopLoss: priceOf(answer.stop_loss),
    takeProfit: priceOf(answer.take_profit),
    days: figure(answer.time_horizon),
    benchmark: text(answer.benchmark),
    triggers: texts(answer.invalidation_triggers),
    warnings: texts(answer.risk_warnings),
    reasoning: text(answer.reasoning).split("\n").filter(Boolean),
    engine: text(answer.engine),
    grounding: groundingOf(answer.grounding, answer.engine),
    callNumber: figure(answer.call_number),
    isWalkBack: answer.book === "walk_back",
    path: STAGES.flatMap((stage) => {
      const probability = figure(stages[stage]);
      return probability === null ? [] : [{ stage, probability }];
    }),
  };
}

/** A price alone, or a price with the row it comes from. */
function priceOf(answer: unknown): string | null {
  const price =
    figure(answer) ?? (text(answer) || figure(record(answer).value) || text(record(answer).value));
  return price === null || price === "" ? null : String(price);
}
