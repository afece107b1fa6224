// The `tradingview_chart` card.
import type { CardProps } from "../../cards";

export default function PriceChartCard({ card }: CardProps<"tradingview_chart">) {
  return <p>{card.type}</p>;
}
