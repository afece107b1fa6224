// What surrounds a card in its conversation: the text above it, and what the person said to it.
import { createContext, useContext } from "react";

interface Surroundings {
  /** The text of the answer that the card belongs to. */
  text: string;
  /** What the person said next; null while nothing was said. */
  reply: string | null;
}

export const ReplyContext = createContext<Surroundings>({ text: "", reply: null });

export function useSurroundings(): Surroundings {
  return useContext(ReplyContext);
}
