// The `backtest_charts` card.
import type { CardProps } from "../../cards";

export default function BacktestChartsCard({ card }: CardProps<"backtest_charts">) {
  return <p>{card.type}</p>;
}
