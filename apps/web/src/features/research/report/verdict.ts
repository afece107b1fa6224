// The judge's verdict, read from the server's plain JSON.
import { type Grounding, groundingOf } from "./grounding";
import { figure, type Json, record, text } from "./json";

interface Verdict {
  action: string;
  confidence: number | null;
  probability: number | null;
  stopLoss: string | null;
  takeProfit: string | null;
  days: number | null;
  benchmark: string;
  engine: string;
  grounding: Grounding;
  callNumber: number | null;
  /** Research on a past day, which stands in a book of its own. */
  isWalkBack: boolean;
}

export function verdictOf(answer: Json | null | undefined): Verdict | null {
  if (!answer || text(answer.action) === "") return null;
  return {
    action: text(answer.action),
    confidence: figure(answer.confidence),
    probability: figure(answer.probability),
    stopLoss: priceOf(answer.stop_loss),
    takeProfit: priceOf(answer.take_profit),
    days: figure(answer.time_horizon),
    benchmark: text(answer.benchmark),
    engine: text(answer.engine),
    grounding: groundingOf(answer.grounding, answer.engine),
    callNumber: figure(answer.call_number),
    isWalkBack: answer.book === "walk_back",
  };
}

/** A price alone, or a price with the row it comes from. */
function priceOf(answer: unknown): string | null {
  const price =
    figure(answer) ?? (text(answer) || figure(record(answer).value) || text(record(answer).value));
  return price === null || price === "" ? null : String(price);
}
