// What the chart workbench draws, as every page says it: candles, lines in panes, marks that open, and price levels.

/** Columns of the same length, oldest bar first, as the server gives them. */
export interface PriceBars {
  time: readonly string[];
  open: readonly number[];
  high: readonly number[];
  low: readonly number[];
  close: readonly number[];
  volume: readonly number[];
}

export interface Curve {
  time: readonly string[];
  /** Null where there is no value yet. */
  value: readonly (number | null)[];
}

export interface NamedCurve extends Curve {
  name: string;
}

export const PRICE_PANE = "price";

export type LineFormat = "price" | "money" | "percent";

/** `series` takes the next colour of the palette; the others are the theme's own. */
export type Tone = "series" | "accent" | "soft" | "up" | "down";

export interface ChartLine extends Curve {
  key: string;
  name: string;
  /** The pane of the candles, or one of its own under it; lines that share a pane name share a scale. */
  pane?: string;
  shape?: "line" | "dashed" | "columns" | "fall";
  tone?: Tone;
  format?: LineFormat;
}

export interface ChartMark {
  key: string;
  /** When the bar began on which it happened. */
  time: string;
  kind: "buy" | "sell" | "event";
  /** What stands beside the arrow; empty where many would hide the prices. */
  label: string;
  /** What is shown when it is opened. */
  title: string;
  details: readonly string[];
  href?: string;
}

export interface PriceLevel {
  key: string;
  name: string;
  price: number;
  tone: Tone;
}

export interface ChartContent {
  bars?: PriceBars | null | undefined;
  /** What the candles are called in the legend. */
  name?: string;
  lines?: readonly ChartLine[] | undefined;
  marks?: readonly ChartMark[] | undefined;
  levels?: readonly PriceLevel[] | undefined;
}

export type Scale = "linear" | "log" | "percent";

/** The panes below the candles, in the order in which lines first name them. */
export function panesOf({ bars, lines = [] }: ChartContent): string[] {
  const named = lines.map(({ pane }) => pane ?? PRICE_PANE);
  return [...new Set(bars ? [PRICE_PANE, ...named] : named)];
}
