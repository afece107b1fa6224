// The judge's verdict, read from the server's plain JSON.
import { type Grounding, groundingOf } from "./grounding";
import { figure, type Json, text } from "./json";

interface Verdict {
  action: string;
  confidence: number | null;
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
    engine: text(answer.engine),
    grounding: groundingOf(answer.grounding, answer.engine),
    callNumber: figure(answer.call_number),
    isWalkBack: answer.book === "walk_back",
  };
}
