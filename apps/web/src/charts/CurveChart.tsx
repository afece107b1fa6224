// What an account was worth: named lines on one time axis, with the drawdown below them; keys move it like prices.
import { AreaSeries, type IChartApi, LineSeries, LineStyle } from "lightweight-charts";
import { useCallback, useRef } from "react";
import { timeOf, useCanvas } from "./canvas";
import { Figure } from "./Figure";
import type { Colours } from "./colours";

export interface Curve {
  time: readonly string[];
  value: readonly number[];
}

export interface NamedCurve extends Curve {
  name: string;
}

interface CurveChartProps {
  title: string;
  /** The same in words: where it began and ended, the deepest fall and when. */
  summary: string;
  isSummaryHidden?: boolean;
  /** The first is the one that matters; those after it are drawn thinner and dashed. */
  lines: readonly NamedCurve[];
  /** Fractions at or below 0; left out, only the lines are drawn. */
  drawdown?: NamedCurve;
  isIntraday?: boolean;
}

export default function CurveChart({
  title,
  summary,
  isSummaryHidden = false,
  lines,
  drawdown,
  isIntraday = false,
}: CurveChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const draw = useCallback(
    (chart: IChartApi, colours: Colours) => {
      for (const [at, line] of lines.entries()) drawLine(chart, line, at === 0, colours);
      if (drawdown) drawFall(chart, drawdown, colours);
    },
    [lines, drawdown],
  );
  useCanvas(frame, isIntraday, draw);
  return (
    <Figure title={title} summary={summary} isSummaryHidden={isSummaryHidden}>
      <Key lines={lines} drawdown={drawdown} />
      <div
        ref={frame}
        role="region"
        aria-label={`${title}. ${summary}`}
        tabIndex={0}
        data-testid="equity-chart"
        className="h-80 w-full min-w-0 sm:h-96"
      />
    </Figure>
  );
}

/** Points at times that rise and values that are numbers; the canvas refuses others. */
export function pointsOf({ time, value }: Curve) {
  const points = time
    .map((each, at) => ({ time: timeOf(each), value: value[at] ?? Number.NaN }))
    .filter((point) => Number.isFinite(point.value));
  return points.filter((point, at) => at === 0 || point.time > points[at - 1]!.time);
}

function drawLine(chart: IChartApi, line: NamedCurve, isFirst: boolean, colours: Colours): void {
  const series = chart.addSeries(LineSeries, {
    color: isFirst ? colours.accent : colours.soft,
    lineWidth: isFirst ? 2 : 1,
    lineStyle: isFirst ? LineStyle.Solid : LineStyle.Dashed,
    priceLineVisible: false,
    priceFormat: { type: "custom", formatter: writtenMoney, minMove: 0.01 },
  });
  series.setData(pointsOf(line));
}

/** Whole from a thousand on; both languages of the page group digits alike. */
function writtenMoney(value: number): string {
  const digits = Math.abs(value) < 1000 ? 2 : 0;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

function drawFall(chart: IChartApi, drawdown: NamedCurve, colours: Colours): void {
  const series = chart.addSeries(
    AreaSeries,
    {
      lineColor: colours.down,
      topColor: "transparent",
      bottomColor: colours.down,
      invertFilledArea: true,
      lineWidth: 1,
      priceLineVisible: false,
      priceFormat: { type: "custom", formatter: (value: number) => `${(value * 100).toFixed(1)}%` },
    },
    1,
  );
  series.setData(pointsOf(drawdown));
  chart.panes()[0]?.setStretchFactor(0.7);
  chart.panes()[1]?.setStretchFactor(0.3);
}

function Key({ lines, drawdown }: Pick<CurveChartProps, "lines" | "drawdown">) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
      {lines.map(({ name }, at) => (
        <li key={name} className="flex items-center gap-2">
          <Sample stroke={at === 0 ? "var(--accent)" : "var(--ink-soft)"} isDashed={at > 0} />
          {name}
        </li>
      ))}
      {drawdown && (
        <li className="flex items-center gap-2">
          <Sample stroke="var(--down)" isDashed={false} />
          {drawdown.name}
        </li>
      )}
    </ul>
  );
}

function Sample({ stroke, isDashed }: { stroke: string; isDashed: boolean }) {
  return (
    <svg viewBox="0 0 24 8" className="h-2 w-6" aria-hidden="true">
      <path
        d="M0 4h24"
        stroke={stroke}
        strokeWidth={isDashed ? 1.5 : 3}
        strokeDasharray={isDashed ? "4 3" : undefined}
      />
    </svg>
  );
}
