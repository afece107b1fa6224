// Draws prepared content on a canvas: candles with volume, lines in their panes, marks and levels.
import {
  AreaSeries,
  type AutoscaleInfo,
  CandlestickSeries,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  PriceScaleMode,
  type SeriesMarker,
  type SeriesType,
  type UTCTimestamp,
} from "lightweight-charts";
import { faded } from "../canvas";
import type { Colours } from "../colours";
import {
  type ChartContent,
  type ChartMark,
  type LineFormat,
  panesOf,
  type PriceBars,
  PRICE_PANE,
  type PriceLevel,
  type Scale,
  type Tone,
} from "./model";
import { type Prepared, type PreparedLine, timeOf } from "./prepared";
import { placeOf } from "./ranges";

const PRICE_SHARE = 3;
const DRAWDOWN_SHARE = 0.8;
const MODES: Record<Scale, PriceScaleMode> = {
  linear: PriceScaleMode.Normal,
  log: PriceScaleMode.Logarithmic,
  percent: PriceScaleMode.Percentage,
};

export type Written = (value: number, format: LineFormat) => string;

interface Drawing {
  content: ChartContent;
  prepared: Prepared;
  colours: Colours;
  written: Written;
}

/** The series that the cursor is set on; null where there is nothing to draw. */
export function drawAll(chart: IChartApi, drawing: Drawing): ISeriesApi<SeriesType> | null {
  const { content, prepared, colours } = drawing;
  const panes = panesOf(content);
  const hasMarks = (content.marks?.length ?? 0) > 0;
  const candles = prepared.bars && drawCandles(chart, prepared, colours, hasMarks);
  const palette = paletteOf(prepared.lines, colours);
  const drawn = prepared.lines.map((each, at) =>
    drawLine(chart, each, panes.indexOf(each.pane), palette[at]!, drawing.written),
  );
  const main = candles ?? drawn[0] ?? null;
  if (main) {
    if (content.levels?.length) drawLevels(main, content.levels, colours);
    createSeriesMarkers(main, markersOf(onBars(content.marks ?? [], prepared.times), colours), {
      autoScale: false,
    });
  }
  share(chart, panes, prepared.lines);
  return main;
}

export function setScale(chart: IChartApi, scale: Scale): void {
  chart.priceScale("right", 0).applyOptions({ mode: MODES[scale] });
}

function drawCandles(
  chart: IChartApi,
  { bars, barTimes }: Prepared,
  colours: Colours,
  hasMarks: boolean,
): ISeriesApi<SeriesType> {
  const prices = chart.addSeries(CandlestickSeries, {
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
    priceLineVisible: false,
  });
  prices.priceScale().applyOptions({ scaleMargins: { top: hasMarks ? 0.18 : 0.08, bottom: 0.22 } });
  prices.setData(candlesOf(bars!, barTimes));
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: "",
    priceFormat: { type: "volume" },
    lastValueVisible: false,
    priceLineVisible: false,
  });
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } });
  volume.setData(volumesOf(bars!, barTimes, colours));
  return prices;
}

function drawLine(
  chart: IChartApi,
  { line, times, values }: PreparedLine,
  pane: number,
  colour: string,
  written: Written,
): ISeriesApi<SeriesType> {
  const format = line.format ?? "price";
  const common = {
    priceLineVisible: false,
    priceFormat: {
      type: "custom",
      formatter: (value: number) => written(value, format),
      minMove: 0.0001,
    },
  } as const;
  const points = times.map((time, at) => ({ time, value: values[at]! }));
  if (line.shape === "columns") {
    const series = chart.addSeries(HistogramSeries, { ...common, color: colour }, pane);
    series.setData(points);
    return series;
  }
  if (line.shape === "fall") {
    const look = { lineColor: colour, topColor: "transparent", bottomColor: faded(colour) };
    const series = chart.addSeries(
      AreaSeries,
      { ...common, ...look, invertFilledArea: true, lineWidth: 1 },
      pane,
    );
    series.setData(points);
    return series;
  }
  const isDashed = line.shape === "dashed";
  const series = chart.addSeries(
    LineSeries,
    {
      ...common,
      color: colour,
      lineWidth: isDashed ? 1 : 2,
      lineStyle: isDashed ? LineStyle.Dashed : LineStyle.Solid,
      crosshairMarkerRadius: 3,
    },
    pane,
  );
  series.setData(points);
  return series;
}

function drawLevels(
  series: ISeriesApi<SeriesType>,
  levels: readonly PriceLevel[],
  colours: Colours,
): void {
  for (const { name, price, tone } of levels) {
    series.createPriceLine({
      price,
      title: name,
      color: toneOf(tone, colours),
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      axisLabelVisible: true,
    });
  }
  const prices = levels.map(({ price }) => price);
  series.applyOptions({
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withLevels(original(), prices),
  });
}

/** Levels within one height of what is seen stretch the scale; those far away would flatten the prices. */
export function withLevels(
  info: AutoscaleInfo | null,
  levels: readonly number[],
): AutoscaleInfo | null {
  const range = info?.priceRange;
  if (!info || !range) return info;
  const { minValue, maxValue } = range;
  const height = maxValue - minValue;
  const near = levels.filter((each) => each > minValue - height && each < maxValue + height);
  return {
    ...info,
    priceRange: {
      minValue: Math.min(minValue, ...near),
      maxValue: Math.max(maxValue, ...near),
    },
  };
}

export function candlesOf(bars: PriceBars, times: readonly UTCTimestamp[] = bars.time.map(timeOf)) {
  return times.map((time, at) => ({
    time,
    open: bars.open[at]!,
    high: bars.high[at]!,
    low: bars.low[at]!,
    close: bars.close[at]!,
  }));
}

function volumesOf(bars: PriceBars, times: readonly UTCTimestamp[], colours: Colours) {
  const [up, down] = [faded(colours.up), faded(colours.down)];
  return times.map((time, at) => ({
    time,
    value: bars.volume[at]!,
    color: bars.close[at]! >= bars.open[at]! ? up : down,
  }));
}

type PlacedMark = Omit<ChartMark, "time"> & { time: UTCTimestamp };

/** Each on the bar that was the newest when it happened; those before the first bar are not drawn. */
export function onBars(marks: readonly ChartMark[], times: readonly UTCTimestamp[]): PlacedMark[] {
  return marks.flatMap((mark) => {
    const time = times[placeOf(times, timeOf(mark.time) + 1) - 1];
    return time === undefined ? [] : [{ ...mark, time }];
  });
}

/** What is bought points up from below the bar, what is sold down from above it; by time, as the canvas wants them. */
export function markersOf(
  marks: readonly PlacedMark[],
  colours: Colours,
): SeriesMarker<UTCTimestamp>[] {
  return marks
    .map((mark): SeriesMarker<UTCTimestamp> => {
      const common = { time: mark.time, text: mark.label, id: mark.key };
      switch (mark.kind) {
        case "buy":
          return { ...common, position: "belowBar", shape: "arrowUp", color: colours.accent };
        case "sell":
          return { ...common, position: "aboveBar", shape: "arrowDown", color: colours.ink };
        case "event":
          return { ...common, position: "aboveBar", shape: "circle", color: colours.focus };
      }
    })
    .toSorted((one, other) => one.time - other.time);
}

/** A colour for each line: those of the palette go round in order. */
export function paletteOf(lines: readonly PreparedLine[], colours: Colours): string[] {
  let next = 0;
  return lines.map(({ line }) => {
    const tone = line.tone ?? "series";
    if (tone !== "series") return toneOf(tone, colours);
    next += 1;
    return colours.series[(next - 1) % colours.series.length] ?? colours.accent;
  });
}

function toneOf(tone: Tone, colours: Colours): string {
  return tone === "series" ? (colours.series[0] ?? colours.accent) : colours[tone];
}

/** The candles are the highest pane, a drawdown the lowest. */
function share(chart: IChartApi, panes: readonly string[], lines: readonly PreparedLine[]): void {
  for (const [at, pane] of chart.panes().entries()) {
    const isFall = lines.some((each) => each.pane === panes[at] && each.line.shape === "fall");
    pane.setStretchFactor(panes[at] === PRICE_PANE ? PRICE_SHARE : isFall ? DRAWDOWN_SHARE : 1.2);
  }
}
