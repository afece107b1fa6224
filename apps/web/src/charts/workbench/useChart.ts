// Keeps a canvas in step with its content, the look of the page, the range, the scale and the shared cursor.
import {
  createChart,
  type IChartApi,
  type ISeriesApi,
  type MouseEventParams,
  type SeriesType,
  type UTCTimestamp,
} from "lightweight-charts";
import { type RefObject, useEffect, useMemo, useRef } from "react";
import { LANGUAGE_TAGS } from "../../i18n/language";
import { useLanguage } from "../../i18n/LanguageContext";
import { lookOf, moveByKey } from "../canvas";
import { useColours } from "../colours";
import type { Cursor } from "./cursor";
import type { ChartContent, Scale } from "./model";
import { drawAll, setScale, type Written } from "./plot";
import { type Prepared, readAt } from "./prepared";
import { beginOf, placeOf, type Range } from "./ranges";
import { keepPageScrolling } from "./wheel";

interface ChartView {
  content: ChartContent;
  prepared: Prepared;
  range: Range;
  scale: Scale;
  cursor: Cursor;
  isIntraday: boolean;
  written: Written;
  onMark: (key: string) => void;
}

interface Drawn {
  chart: IChartApi;
  main: ISeriesApi<SeriesType> | null;
}

export function useChart(frame: RefObject<HTMLElement | null>, view: ChartView): void {
  const { content, prepared, range, scale, cursor, isIntraday, written } = view;
  const colours = useColours();
  const { language } = useLanguage();
  const drawn = useRef<Drawn | null>(null);
  /** What was seen when the canvas was last taken down, and of which range. */
  const seen = useRef<View | null>(null);
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const look = useMemo(
    () => lookOf(colours, LANGUAGE_TAGS[language], isIntraday),
    [colours, language, isIntraday],
  );

  useEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const leaving = new AbortController();
    keepPageScrolling(element, leaving.signal);
    const chart = createChart(element, { ...look, autoSize: true });
    const main = drawAll(chart, { content, prepared, colours, written });
    drawn.current = { chart, main };
    setScale(chart, latest.current.scale);
    const press = (event: KeyboardEvent) => {
      const next = event.shiftKey
        ? steppedBy(event.key, prepared, latest.current.cursor.at())
        : null;
      if (next === null) return moveByKey(chart, event);
      event.preventDefault();
      latest.current.cursor.move(next, "keys");
    };
    element.addEventListener("keydown", press, leaving);
    const point = ({ time }: MouseEventParams) =>
      latest.current.cursor.move(typeof time === "number" ? time : null, chart);
    const open = ({ hoveredInfo }: MouseEventParams) => {
      const id = hoveredInfo?.objectId;
      if (typeof id === "string") latest.current.onMark(id);
    };
    chart.subscribeCrosshairMove(point);
    chart.subscribeClick(open);
    const before = seen.current;
    if (before?.range === latest.current.range) restore(chart, prepared, before);
    else showRange(chart, { prepared, content }, latest.current.range);
    return () => {
      seen.current = viewOf(chart, prepared, latest.current.range);
      leaving.abort();
      drawn.current = null;
      chart.remove();
    };
  }, [frame, look, colours, content, prepared, written]);

  useEffect(() => {
    if (drawn.current) setScale(drawn.current.chart, scale);
  }, [scale]);

  const isFirst = useRef(true);
  useEffect(() => {
    // The canvas is made with the first range already.
    if (!isFirst.current && drawn.current)
      showRange(drawn.current.chart, { prepared, content }, range);
    isFirst.current = false;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- new content keeps what a person looks at
  }, [range]);

  useEffect(
    () =>
      cursor.follow((time, by) => {
        const now = drawn.current;
        if (!now?.main || by === now.chart) return;
        if (time === null) return now.chart.clearCrosshairPosition();
        reveal(now.chart, prepared, time);
        const { bar, values } = readAt(prepared, time);
        const price = bar?.close ?? values.find((value) => value !== null);
        if (price !== undefined && price !== null)
          now.chart.setCrosshairPosition(price, time as UTCTimestamp, now.main);
      }),
    [cursor, prepared],
  );
}

/** The bar before or behind the one that is pointed at; null for another key. */
function steppedBy(key: string, { times }: Prepared, now: number | null): number | null {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined || times.length === 0) return null;
  const at = now === null ? times.length : placeOf(times, now);
  return times[Math.min(times.length - 1, Math.max(0, at + step))] ?? null;
}

/** Moves what is seen only as far as it must. */
function reveal(chart: IChartApi, { axis }: Prepared, time: number): void {
  const scale = chart.timeScale();
  const range = scale.getVisibleLogicalRange();
  if (range === null) return;
  const at = placeOf(axis, time);
  const by = at < range.from ? at - range.from - 5 : at > range.to ? at - range.to + 5 : 0;
  if (by !== 0) scale.setVisibleLogicalRange({ from: range.from + by, to: range.to + by });
}

/** What is seen, counted from the newest place, so that older bars that come later do not move it. */
interface View {
  range: Range;
  behind: number;
  places: number;
}

function viewOf(chart: IChartApi, { axis }: Prepared, range: Range): View | null {
  const seen = chart.timeScale().getVisibleLogicalRange();
  return seen && { range, behind: seen.to - axis.length, places: seen.to - seen.from };
}

function restore(chart: IChartApi, { axis }: Prepared, { behind, places }: View): void {
  const to = axis.length + behind;
  chart.timeScale().setVisibleLogicalRange({ from: to - places, to });
}

/** Behind the newest bar, as a share of what is seen: room for the names of levels, and for words at an arrow. */
const ROOM = { levels: 0.2, plain: 0.03 };

function showRange(
  chart: IChartApi,
  { prepared: { times, axis }, content }: { prepared: Prepared; content: ChartContent },
  range: Range,
): void {
  const last = times.at(-1);
  if (last === undefined) return;
  const begin = beginOf(range, last);
  const from = begin === null ? -0.5 : placeOf(axis, begin) - 0.5;
  const room = content.levels?.length ? ROOM.levels : ROOM.plain;
  const to = axis.length + Math.max(1, (axis.length - from) * room);
  chart.timeScale().setVisibleLogicalRange({ from, to });
}
