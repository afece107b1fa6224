// The `debate_card` card.
import type { CardProps } from "../../cards";

export default function DebateCardView({ card }: CardProps<"debate_card">) {
  return <p>{card.type}</p>;
}
