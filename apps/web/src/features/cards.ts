// The cards of a conversation as the API describes them, and what each of their drawings is given.
import type { components } from "../contracts/api";

export type GenUi = components["schemas"]["GenUiEvent"]["payload"];
export type CardType = GenUi["type"];
export type CardOf<T extends CardType> = Extract<GenUi, { type: T }>;

export interface CardProps<T extends CardType> {
  card: CardOf<T>;
  /** Whether it belongs to the newest answer: only there can something still be chosen. */
  isOpen: boolean;
  /** Says something in the conversation on the person's behalf. */
  onSay: (message: string) => void;
  /** The conversation that the card stands in. */
  sessionId: string;
}
