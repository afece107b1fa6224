// Candles with their volume in the chart workbench, for where nothing is chosen: a card in a conversation.
import { useMemo } from "react";
import type { PriceBars } from "./workbench/model";
import Workbench from "./workbench/Workbench";

interface PriceChartProps {
  title: string;
  /** The same in words: from when to when, and the last price. */
  summary: string;
  bars: PriceBars;
  /** Shows the hour on the time axis (UTC). */
  isIntraday?: boolean;
}

export default function PriceChart({ bars, ...rest }: PriceChartProps) {
  const content = useMemo(() => ({ bars }), [bars]);
  return <Workbench {...rest} content={content} testId="price-chart" />;
}
