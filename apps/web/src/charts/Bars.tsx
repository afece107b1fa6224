// Horizontal bars around zero, each with its name and its figure in words; a second, thinner bar can stand beside it.
import { UNKNOWN } from "../i18n/format";
import { Figure } from "./Figure";
import { placedAroundZero } from "./aroundZero";

export interface Bar {
  key: string;
  label: string;
  /** A second line under the name, such as the days. */
  note?: string | undefined;
  value: number | null;
  /** What it is compared with. */
  beside?: number | null | undefined;
  /** Says why there is no bar. */
  instead?: string | undefined;
}

interface BarsProps {
  title: string;
  /** One or two sentences with the figures that matter. */
  summary: string;
  bars: readonly Bar[];
  format: (value: number) => string;
  /** What the bars and the thinner bars beside them are. */
  names?: { own: string; beside: string } | undefined;
}

export function Bars({ title, summary, bars, format, names }: BarsProps) {
  const extent = extentOf(bars);
  return (
    <Figure title={title} summary={summary}>
      {names && <Legend {...names} />}
      <ul className="divide-y divide-line">
        {bars.map((bar) => (
          <li
            key={bar.key}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2 sm:grid-cols-[minmax(0,13rem)_minmax(0,1fr)_auto]"
          >
            <span className="min-w-0 text-sm">
              {bar.label}
              {bar.note && <span className="block text-soft">{bar.note}</span>}
            </span>
            <span className="col-span-2 row-start-2 sm:col-span-1 sm:row-start-auto">
              {bar.value === null && bar.instead ? (
                <span className="text-sm text-soft">{bar.instead}</span>
              ) : (
                <Drawn bar={bar} extent={extent} hasBeside={names !== undefined} />
              )}
            </span>
            <Figures bar={bar} format={format} names={names} />
          </li>
        ))}
      </ul>
    </Figure>
  );
}

function Figures({ bar, format, names }: Pick<BarsProps, "format" | "names"> & { bar: Bar }) {
  const say = (value: number | null | undefined) =>
    value === null || value === undefined ? UNKNOWN : format(value);
  return (
    <span className="min-w-16 text-right font-mono text-sm tabular-nums">
      {names && <span className="sr-only">{names.own} </span>}
      {say(bar.value)}
      {names && (
        <span className="block text-soft">
          <span className="sr-only">{names.beside} </span>
          {say(bar.beside)}
        </span>
      )}
    </span>
  );
}

interface DrawnProps {
  bar: Bar;
  extent: readonly [number, number];
  hasBeside: boolean;
}

function Drawn({ bar, extent, hasBeside }: DrawnProps) {
  const own = bar.value === null ? null : placedAroundZero(bar.value, extent);
  const beside =
    bar.beside === null || bar.beside === undefined ? null : placedAroundZero(bar.beside, extent);
  const zero = placedAroundZero(0, extent).x;
  return (
    <svg aria-hidden="true" width="100%" height={hasBeside ? 26 : 18} className="block">
      {own && (
        <rect
          x={`${own.x}%`}
          y="2"
          width={`${own.width}%`}
          height="13"
          rx="1.5"
          fill={bar.value! < 0 ? "var(--down)" : "var(--up)"}
        />
      )}
      {beside && (
        <rect
          x={`${beside.x}%`}
          y="18"
          width={`${beside.width}%`}
          height="5"
          rx="1.5"
          fill="var(--line-strong)"
        />
      )}
      <line x1={`${zero}%`} x2={`${zero}%`} y1="0" y2="100%" stroke="var(--ink-soft)" />
    </svg>
  );
}

function Legend({ own, beside }: { own: string; beside: string }) {
  return (
    <p aria-hidden="true" className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-sm text-soft">
      <span className="inline-flex items-center gap-2">
        <svg width="28" height="12">
          <rect width="14" height="12" fill="var(--down)" />
          <rect x="14" width="14" height="12" fill="var(--up)" />
        </svg>
        {own}
      </span>
      <span className="inline-flex items-center gap-2">
        <svg width="28" height="5">
          <rect width="28" height="5" fill="var(--line-strong)" />
        </svg>
        {beside}
      </span>
    </p>
  );
}

/** From the lowest to the highest, with zero always in it. */
function extentOf(bars: readonly Bar[]): readonly [number, number] {
  const all = bars.flatMap((bar) => [bar.value ?? 0, bar.beside ?? 0]);
  return [Math.min(0, ...all), Math.max(0, ...all)];
}
