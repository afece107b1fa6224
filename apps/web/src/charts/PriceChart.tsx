// Prices as candles with the volume below them, and trades as arrows with words; arrow keys, plus and minus move it.
import {
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type SeriesMarker,
  type UTCTimestamp,
} from "lightweight-charts";
import { useCallback, useRef } from "react";
import { faded, timeOf, useCanvas } from "./canvas";
import { Figure } from "./Figure";
import type { Colours } from "./colours";

/** Columns of the same length, oldest bar first, as the server gives them. */
export interface PriceBars {
  time: readonly string[];
  open: readonly number[];
  high: readonly number[];
  low: readonly number[];
  close: readonly number[];
  volume: readonly number[];
}

export interface TradeMark {
  /** When the bar began on which it was filled. */
  time: string;
  kind: "entry" | "exit";
  direction: "long" | "short";
  /** What stands at the arrow. */
  text: string;
}

interface PriceChartProps {
  title: string;
  /** The same in words: from when to when, the last price, how many trades. */
  summary: string;
  isSummaryHidden?: boolean;
  bars: PriceBars;
  trades?: readonly TradeMark[];
  /** Shows the hour on the time axis (UTC). */
  isIntraday?: boolean;
}

const NO_TRADES: readonly TradeMark[] = [];

export default function PriceChart({
  title,
  summary,
  isSummaryHidden = false,
  bars,
  trades = NO_TRADES,
  isIntraday = false,
}: PriceChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const draw = useCallback(
    (chart: IChartApi, colours: Colours) => {
      drawPrices(chart, colours, bars, trades);
      drawVolume(chart, colours, bars);
    },
    [bars, trades],
  );
  useCanvas(frame, isIntraday, draw);
  return (
    <Figure title={title} summary={summary} isSummaryHidden={isSummaryHidden}>
      <div
        ref={frame}
        role="region"
        aria-label={`${title}. ${summary}`}
        tabIndex={0}
        data-testid="price-chart"
        className="h-80 w-full min-w-0 sm:h-96"
      />
    </Figure>
  );
}

function drawPrices(
  chart: IChartApi,
  colours: Colours,
  bars: PriceBars,
  trades: readonly TradeMark[],
): void {
  const prices = chart.addSeries(CandlestickSeries, {
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
    priceLineVisible: false,
  });
  prices.priceScale().applyOptions({ scaleMargins: { top: 0.08, bottom: 0.24 } });
  prices.setData(candlesOf(bars));
  createSeriesMarkers(prices, marksOf(trades, colours), { autoScale: false });
}

function drawVolume(chart: IChartApi, colours: Colours, bars: PriceBars): void {
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "",
    priceFormat: { type: "volume" },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });
  volume.setData(volumesOf(bars, colours));
}

export function candlesOf(bars: PriceBars) {
  return bars.time.map((time, at) => ({
    time: timeOf(time),
    open: bars.open[at]!,
    high: bars.high[at]!,
    low: bars.low[at]!,
    close: bars.close[at]!,
  }));
}

function volumesOf(bars: PriceBars, colours: Colours) {
  return bars.time.map((time, at) => ({
    time: timeOf(time),
    value: bars.volume[at]!,
    color: faded(bars.close[at]! >= bars.open[at]! ? colours.up : colours.down),
  }));
}

/** Buying points up from below the bar, selling down from above it; by time, as the canvas wants them. */
export function marksOf(
  trades: readonly TradeMark[],
  colours: Colours,
): SeriesMarker<UTCTimestamp>[] {
  return trades
    .map((trade): SeriesMarker<UTCTimestamp> => {
      const isBuy = (trade.kind === "entry") === (trade.direction === "long");
      return {
        time: timeOf(trade.time),
        position: isBuy ? "belowBar" : "aboveBar",
        shape: isBuy ? "arrowUp" : "arrowDown",
        color: trade.kind === "entry" ? colours.accent : colours.ink,
        text: trade.text,
      };
    })
    .toSorted((a, b) => a.time - b.time);
}
