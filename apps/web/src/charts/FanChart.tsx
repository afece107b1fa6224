// Many simulated paths as bands of percentiles over time, with the middle one, and the path that really was.
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { ReactNode } from "react";
import { Figure } from "./Figure";

interface Fan {
  bars: readonly number[];
  p5: readonly number[];
  p25: readonly number[];
  p50: readonly number[];
  p75: readonly number[];
  p95: readonly number[];
}

export interface PathPoint {
  bar: number;
  value: number;
}

interface FanChartProps {
  title: string;
  /** One or two sentences with the figures that matter. */
  summary: string;
  fan: Fan;
  /** The history as it was, where it is known. */
  real?: readonly PathPoint[] | null | undefined;
  format: (value: number) => string;
  /** What a number of bars is called under the picture. */
  formatBar: (bar: number) => string;
  names: { outer: string; inner: string; middle: string; real: string };
}

const HEIGHT = 260;
const FOOT = 24;
const PLOT = HEIGHT - FOOT;

export function FanChart({ title, summary, fan, real, format, formatBar, names }: FanChartProps) {
  const values = [...fan.p5, ...fan.p95, ...(real ?? []).map((point) => point.value)];
  const y = scaleLinear([Math.min(...values), Math.max(...values)], [PLOT - 6, 20]).nice(5);
  const x = scaleLinear([0, fan.bars.at(-1) ?? 1], [0, 1000]);
  return (
    <Figure title={title} summary={summary}>
      <svg
        width="100%"
        height={HEIGHT}
        aria-hidden="true"
        className="block"
        data-testid="fan-picture"
      >
        {y.ticks(5).map((tick) => (
          <line key={tick} x2="100%" y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
        ))}
        <svg width="100%" height={PLOT} viewBox={`0 0 1000 ${PLOT}`} preserveAspectRatio="none">
          <Bands fan={fan} x={x} y={y} real={real ?? null} />
        </svg>
        {y.ticks(5).map((tick) => (
          <text
            key={tick}
            x="4"
            y={y(tick) - 4}
            fontSize="11"
            fill="var(--ink-soft)"
            stroke="var(--surface)"
            strokeWidth="3"
            paintOrder="stroke"
          >
            {format(tick)}
          </text>
        ))}
        <BarTicks last={fan.bars.at(-1) ?? 0} formatBar={formatBar} />
      </svg>
      <Legend names={names} hasReal={Boolean(real)} />
    </Figure>
  );
}

type Scale = (value: number) => number;

interface BandsProps {
  fan: Fan;
  x: Scale;
  y: Scale;
  real: readonly PathPoint[] | null;
}

function Bands({ fan, x, y, real }: BandsProps) {
  const at = (index: number) => x(fan.bars[index]!);
  const band = (low: readonly number[], high: readonly number[]) =>
    area<number>(
      (_, index) => at(index),
      (_, index) => y(low[index]!),
      (_, index) => y(high[index]!),
    )([...low]) ?? "";
  const middle = line<number>((_, index) => at(index), y)([...fan.p50]) ?? "";
  const really =
    real &&
    line<PathPoint>(
      (point) => x(point.bar),
      (point) => y(point.value),
    )(real);
  return (
    <g fill="none" strokeLinejoin="round">
      <path d={band(fan.p5, fan.p95)} fill="var(--accent)" fillOpacity="0.16" />
      <path d={band(fan.p25, fan.p75)} fill="var(--accent)" fillOpacity="0.3" />
      <path d={middle} stroke="var(--accent)" strokeWidth="2.5" vectorEffect="non-scaling-stroke" />
      {really && (
        <path
          d={really}
          data-testid="fan-real"
          stroke="var(--ink)"
          strokeWidth="1.5"
          strokeDasharray="5 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </g>
  );
}

function BarTicks({ last, formatBar }: { last: number; formatBar: (bar: number) => string }) {
  const places = [
    { at: 0, anchor: "start" },
    { at: 0.5, anchor: "middle" },
    { at: 1, anchor: "end" },
  ] as const;
  return places.map(({ at, anchor }) => (
    <text
      key={at}
      x={`${at * 100}%`}
      y={HEIGHT - 6}
      textAnchor={anchor}
      fontSize="11"
      fill="var(--ink-soft)"
    >
      {formatBar(Math.round(last * at))}
    </text>
  ));
}

function Legend({ names, hasReal }: { names: FanChartProps["names"]; hasReal: boolean }) {
  return (
    <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
      <Key label={names.outer}>
        <rect width="28" height="12" fill="var(--accent)" fillOpacity="0.16" />
      </Key>
      <Key label={names.inner}>
        <rect width="28" height="12" fill="var(--accent)" fillOpacity="0.46" />
      </Key>
      <Key label={names.middle}>
        <line x2="28" y1="6" y2="6" stroke="var(--accent)" strokeWidth="2.5" />
      </Key>
      {hasReal && (
        <Key label={names.real}>
          <line x2="28" y1="6" y2="6" stroke="var(--ink)" strokeDasharray="5 3" strokeWidth="1.5" />
        </Key>
      )}
    </p>
  );
}

function Key({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width="28" height="12">
        {children}
      </svg>
      {label}
    </span>
  );
}
