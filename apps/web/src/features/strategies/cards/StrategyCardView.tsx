// The `strategy_card` card.
import type { CardProps } from "../../cards";

export default function StrategyCardView({ card }: CardProps<"strategy_card">) {
  return <p>{card.type}</p>;
}
