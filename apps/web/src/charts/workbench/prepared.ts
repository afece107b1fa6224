// The content of a chart as the canvas counts it: times in seconds that rise, values that are numbers or nothing.
import type { UTCTimestamp } from "lightweight-charts";
import { type ChartContent, type ChartLine, type PriceBars, PRICE_PANE } from "./model";
import { placeOf } from "./ranges";

export interface PreparedLine {
  line: ChartLine;
  pane: string;
  times: readonly UTCTimestamp[];
  values: readonly number[];
}

export interface Prepared {
  bars: PriceBars | null;
  barTimes: readonly UTCTimestamp[];
  lines: readonly PreparedLine[];
  /** Of the candles, or of the longest line: what ranges and the cursor are counted in. */
  times: readonly UTCTimestamp[];
  /** All moments of all series, once each: the places of the canvas. */
  axis: readonly UTCTimestamp[];
}

export function prepared({ bars, lines = [] }: ChartContent): Prepared {
  const barTimes = bars ? bars.time.map(timeOf) : [];
  const ready = lines.map(preparedLine);
  const longest = ready.reduce<readonly UTCTimestamp[]>(
    (most, { times }) => (times.length > most.length ? times : most),
    [],
  );
  const times = bars ? barTimes : longest;
  const axis = joined(times, ready);
  return { bars: bars ?? null, barTimes, lines: ready, times, axis };
}

function joined(
  times: readonly UTCTimestamp[],
  lines: readonly PreparedLine[],
): readonly UTCTimestamp[] {
  const known = new Set(times);
  const more = lines.flatMap((line) => line.times.filter((time) => !known.has(time)));
  return more.length === 0
    ? times
    : [...new Set([...times, ...more])].toSorted((one, other) => one - other);
}

/** Seconds since 1970: of a day, or of a moment that says its zone. */
export function timeOf(text: string): UTCTimestamp {
  return Math.floor(Date.parse(text) / 1000) as UTCTimestamp;
}

function preparedLine(line: ChartLine): PreparedLine {
  const times: UTCTimestamp[] = [];
  const values: number[] = [];
  for (const [at, text] of line.time.entries()) {
    const value = line.value[at];
    const time = timeOf(text);
    if (value === null || value === undefined || !Number.isFinite(value)) continue;
    if (times.length > 0 && time <= times.at(-1)!) continue;
    times.push(time);
    values.push(value);
  }
  return { line, pane: line.pane ?? PRICE_PANE, times, values };
}

export interface BarReading {
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
  /** Against the close of the bar before; null on the first. */
  change: number | null;
}

interface Reading {
  time: number | null;
  bar: BarReading | null;
  /** By line, in their order. */
  values: readonly (number | null)[];
}

/** Everything at a moment; at the newest bar where none is given. */
export function readAt({ bars, barTimes, lines, times }: Prepared, moment: number | null): Reading {
  const time = moment ?? times.at(-1) ?? null;
  if (time === null) return { time, bar: null, values: lines.map(() => null) };
  return {
    time,
    bar: bars && barAt(bars, exactly(barTimes, time)),
    values: lines.map((each) => each.values[exactly(each.times, time)] ?? null),
  };
}

function exactly(times: readonly number[], time: number): number {
  const at = placeOf(times, time);
  return times[at] === time ? at : -1;
}

function barAt(bars: PriceBars, at: number): BarReading | null {
  if (at < 0) return null;
  const before = bars.close[at - 1];
  const close = bars.close[at]!;
  return {
    open: bars.open[at]!,
    high: bars.high[at]!,
    low: bars.low[at]!,
    close,
    volume: bars.volume[at]!,
    change: before === undefined || before === 0 ? null : close / before - 1,
  };
}
