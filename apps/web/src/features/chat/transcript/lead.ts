// An answer with a result in a card begins with what it came to; the long explanation is folded below the card.
import type { AssistantEntry } from "./entries";
import { workOf } from "./prompts";

const LEAD = 200; // as wide as so many letters
const WORTH_FOLDING = 200;
const CHINESE = /[\u3000-\u9fff\uff00-\uffef]/g;

/** What is shown above the cards, and what is folded below them. */
export function leadOf({ text, cards, isLive }: AssistantEntry): readonly [string, string] {
  if (isLive || !cards.some((card) => workOf(card) !== null)) return [text, ""];
  const [first = "", ...paragraphs] = text.trim().split(/\n{2,}/);
  let lead = first;
  while (paragraphs[0] !== undefined && width(lead + paragraphs[0]) <= LEAD)
    lead += `\n\n${paragraphs.shift()}`;
  const rest = paragraphs.join("\n\n");
  return width(rest) < WORTH_FOLDING ? [text, ""] : [lead, rest];
}

/** A Chinese character takes the room of two letters. */
function width(text: string): number {
  return text.length + (text.match(CHINESE)?.length ?? 0);
}
