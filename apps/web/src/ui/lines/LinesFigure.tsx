// Curves over time in one picture, drawn quickly enough to follow a slider; a pointer or the arrow keys read them.
import { scaleLinear } from "d3-scale";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { Figure } from "../../charts/Figure";
import { LinePaths, LOOKS } from "./LinePaths";
import { type DrawnLine, instantsOf, nearest, rangeOf } from "./scales";

interface LinesFigureProps {
  title: string;
  /** The same in words. */
  summary: string;
  lines: readonly DrawnLine[];
  /** How a value is written, at the axis and under the pointer. */
  format: (value: number) => string;
  formatDate: (instant: string) => string;
  height?: number;
}

const FOOT = 22;
const WIDTH = 1000;

export function LinesFigure({
  title,
  summary,
  lines,
  format,
  formatDate,
  height = 240,
}: LinesFigureProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const drawn = lines.filter(({ time }) => time.length > 1);
  const times = drawn.map(instantsOf);
  const [first, last] = [
    Math.min(...times.map((each) => each[0]!)),
    Math.max(...times.map((each) => each.at(-1)!)),
  ];
  const plot = height - FOOT;
  const x = scaleLinear([first, last], [0, WIDTH]);
  const y = scaleLinear(rangeOf(drawn), [plot - 4, 16]).nice(4);
  const at = pointed === null ? null : first + pointed * (last - first);
  const shownAt = at === null ? last : at;
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : null);
  };
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setPointed(Math.min(1, Math.max(0, (pointed ?? 1) + by)));
  };
  if (drawn.length === 0) return null;
  return (
    <Figure title={title} summary={summary} isSummaryHidden>
      <Legend
        lines={drawn}
        times={times}
        at={shownAt}
        format={format}
        date={formatDate(new Date(shownAt).toISOString())}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a picture that is read point by point; its words say the same */}
      <div
        role="region"
        aria-label={`${title}. ${summary}`}
        tabIndex={0}
        data-testid="lines-figure"
        className="touch-pan-y"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(null)}
        onKeyDown={step}
      >
        <svg width="100%" height={height} aria-hidden="true" className="block">
          {y.ticks(4).map((tick) => (
            <line key={tick} x2="100%" y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          ))}
          <svg
            width="100%"
            height={plot}
            viewBox={`0 0 ${WIDTH} ${plot}`}
            preserveAspectRatio="none"
          >
            <LinePaths lines={drawn} x={x} y={y} />
            {at !== null && (
              <path
                d={`M${x(at)} 0V${plot}`}
                stroke="var(--line-strong)"
                strokeDasharray="3 3"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </svg>
          {y.ticks(4).map((tick) => (
            <text
              key={tick}
              x="2"
              y={y(tick) - 3}
              fontSize="11"
              fill="var(--ink-soft)"
              stroke="var(--surface)"
              strokeWidth="3"
              paintOrder="stroke"
            >
              {format(tick)}
            </text>
          ))}
          <text x="0" y={height - 6} fontSize="11" fill="var(--ink-soft)">
            {formatDate(new Date(first).toISOString())}
          </text>
          <text x="100%" y={height - 6} fontSize="11" textAnchor="end" fill="var(--ink-soft)">
            {formatDate(new Date(last).toISOString())}
          </text>
        </svg>
      </div>
    </Figure>
  );
}

interface LegendProps {
  lines: readonly DrawnLine[];
  times: readonly number[][];
  at: number;
  format: (value: number) => string;
  date: string;
}

function Legend({ lines, times, at, format, date }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {lines.map((line, index) => {
        const value = line.value[nearest(times[index]!, at)];
        const look = LOOKS[line.look]!;
        return (
          <li key={line.name} className="flex min-w-0 items-center gap-2">
            <svg viewBox="0 0 24 8" className="h-2 w-6 shrink-0" aria-hidden="true">
              <path
                d="M0 4h24"
                stroke={look.stroke}
                strokeWidth="2.5"
                strokeDasharray={look.dash}
              />
            </svg>
            <span className="min-w-0 break-words text-soft">{line.name}</span>
            <span className="font-mono tabular-nums">
              {value === undefined ? "" : format(value)}
            </span>
          </li>
        );
      })}
      <li className="ml-auto text-soft tabular-nums">{date}</li>
    </ul>
  );
}
