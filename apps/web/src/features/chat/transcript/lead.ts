// An answer with a result in a card begins with what it came to; the long explanation is folded below the card.
import type { AssistantEntry } from "./entries";
import { workOf } from "./prompts";

const LEAD = 320; // characters
const WORTH_FOLDING = 240; // characters

/** What is shown above the cards, and what is folded below them. */
export function leadOf({ text, cards, isLive }: AssistantEntry): readonly [string, string] {
  if (isLive || !cards.some((card) => workOf(card) !== null)) return [text, ""];
  const [first = "", ...paragraphs] = text.trim().split(/\n{2,}/);
  let lead = first;
  while (paragraphs[0] !== undefined && lead.length + paragraphs[0].length <= LEAD)
    lead += `\n\n${paragraphs.shift()}`;
  const rest = paragraphs.join("\n\n");
  return rest.length < WORTH_FOLDING ? [text, ""] : [lead, rest];
}
