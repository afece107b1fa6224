// What the pictures on a canvas share: the app's look, and the keys that move them.
import type { ChartOptions, DeepPartial, IChartApi } from "lightweight-charts";
import type { Colours } from "./colours";

/** The same colour, mostly see-through. */
export function faded(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}59` : colour;
}

export function lookOf(
  colours: Colours,
  locale: string,
  isIntraday: boolean,
): DeepPartial<ChartOptions> {
  return {
    layout: {
      background: { color: "transparent" },
      textColor: colours.soft,
      // The logo brings a style element, which the page's policy refuses; the thanks are on the settings page.
      attributionLogo: false,
      panes: { separatorColor: colours.line, enableResize: false },
    },
    grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
    rightPriceScale: { borderColor: colours.line },
    timeScale: {
      borderColor: colours.line,
      timeVisible: isIntraday,
      secondsVisible: false,
      minBarSpacing: 0.05,
      enableConflation: true,
    },
    localization: { locale, dateFormat: "yyyy-MM-dd" },
    // A finger that moves up or down scrolls the page; sideways it moves the picture, and two of them zoom.
    handleScroll: { vertTouchDrag: false },
  };
}

const STEP = 0.2;

export function moveByKey(chart: IChartApi, event: KeyboardEvent): void {
  const scale = chart.timeScale();
  const range = scale.getVisibleLogicalRange();
  if (range === null) return;
  const next = movedRange(range, event.key);
  if (event.key === "0") scale.fitContent();
  else if (next) scale.setVisibleLogicalRange(next);
  else return;
  event.preventDefault();
}

/** The range that a key leads to; null for a key that means nothing here. */
export function movedRange(
  { from, to }: { from: number; to: number },
  key: string,
): { from: number; to: number } | null {
  const step = (to - from) * STEP;
  switch (key) {
    case "ArrowLeft":
      return { from: from - step, to: to - step };
    case "ArrowRight":
      return { from: from + step, to: to + step };
    case "+":
    case "=":
      return { from: from + step, to: to - step };
    case "-":
      return { from: from - step, to: to + step };
    default:
      return null;
  }
}
