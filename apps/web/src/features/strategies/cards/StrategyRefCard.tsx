// The `strategy_ref` card.
import type { CardProps } from "../../cards";

export default function StrategyRefCard({ card }: CardProps<"strategy_ref">) {
  return <p>{card.type}</p>;
}
