// What the pictures on a canvas share: the app's look, the keys that move them, and times as the canvas counts them.
import {
  type ChartOptions,
  createChart,
  type DeepPartial,
  type IChartApi,
  type UTCTimestamp,
} from "lightweight-charts";
import { type RefObject, useEffect } from "react";
import { LANGUAGE_TAGS } from "../i18n/language";
import { useLanguage } from "../i18n/LanguageContext";
import { type Colours, useColours } from "./colours";

/**
 * A chart that fills its frame, in the colours and the language of the page. It is made anew when any of them or
 * `draw` changes. Arrows move along the time, plus and minus zoom, 0 shows all.
 */
export function useCanvas(
  frame: RefObject<HTMLElement | null>,
  isIntraday: boolean,
  draw: (chart: IChartApi, colours: Colours) => void,
): void {
  const colours = useColours();
  const { language } = useLanguage();
  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const look = lookOf(colours, LANGUAGE_TAGS[language], isIntraday);
    const chart = createChart(element, { ...look, autoSize: true });
    const onKey = (event: KeyboardEvent) => moveByKey(chart, event);
    element.addEventListener("keydown", onKey);
    draw(chart, colours);
    chart.timeScale().fitContent();
    return () => {
      element.removeEventListener("keydown", onKey);
      chart.remove();
    };
  }, [frame, colours, language, isIntraday, draw]);
}

/** Seconds since 1970: of a day, or of a moment that says its zone. */
export function timeOf(text: string): UTCTimestamp {
  return Math.floor(Date.parse(text) / 1000) as UTCTimestamp;
}

/** The same colour, mostly see-through. */
export function faded(colour: string): string {
  return /^#[0-9a-f]{6}$/i.test(colour) ? `${colour}59` : colour;
}

function lookOf(colours: Colours, locale: string, isIntraday: boolean): DeepPartial<ChartOptions> {
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
    },
    localization: { locale, dateFormat: "yyyy-MM-dd" },
    // The page scrolls under a finger or a wheel; the picture moves by dragging sideways, pinching and by keys.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false },
  };
}

const STEP = 0.2;

function moveByKey(chart: IChartApi, event: KeyboardEvent): void {
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
