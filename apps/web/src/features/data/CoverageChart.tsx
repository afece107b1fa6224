// The coverage as a picture: one bar for each series on a common time axis, broken where sessions are missing.
import { scaleUtc } from "d3-scale";
import { Link } from "wouter";
import { Figure } from "../../charts/Figure";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { dayOf, gapsOf, gapsOfAll, keyOf, type Series, stretchOf } from "./coverage";
import { words } from "./words";

const DAY = 86_400_000;
const YEAR = 365 * DAY;
const GRID =
  "grid grid-cols-[8.5rem_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[12rem_minmax(0,1fr)]";

/** A moment as a share of the axis, in percent. */
type Place = (moment: string | Date | number) => number;

interface CoverageChartProps {
  /** The axis and the words are about all of them. */
  all: readonly Series[];
  shown: readonly Series[];
}

export function CoverageChart({ all, shown }: CoverageChartProps) {
  const say = useWords(words);
  const format = useFormat();
  const stretch = stretchOf(all);
  const scale = scaleUtc(stretch, [0, 100]);
  const place: Place = (moment) => scale(new Date(moment));
  const ticks = scale.ticks(4);
  const summary = say("coverage_summary", {
    symbols: new Set(all.map(({ symbol }) => symbol)).size,
    series: all.length,
    first: format.date(dayOf(stretch[0].toISOString())),
    last: format.date(dayOf(stretch[1].toISOString())),
    gaps: gapsOfAll(all, say),
  });
  return (
    <Figure title={say("coverage_picture")} summary={summary}>
      <div data-testid="coverage-chart" className="mt-3">
        <Axis ticks={ticks} place={place} isLong={+stretch[1] - +stretch[0] > 2 * YEAR} />
        <ul>
          {shown.map((series) => (
            <Row key={keyOf(series)} series={series} ticks={ticks} place={place} />
          ))}
        </ul>
      </div>
      <p className="mt-2 text-sm text-soft">{say("coverage_key")}</p>
    </Figure>
  );
}

interface OnAxis {
  ticks: readonly Date[];
  place: Place;
}

function Axis({ ticks, place, isLong }: OnAxis & { isLong: boolean }) {
  return (
    <div aria-hidden="true" className={GRID}>
      <span />
      <svg className="h-6 w-full overflow-visible text-xs">
        {ticks.map((tick) => (
          <text
            key={+tick}
            x={`${place(tick)}%`}
            y="15"
            textAnchor={place(tick) < 6 ? "start" : place(tick) > 94 ? "end" : "middle"}
            fill="var(--ink-soft)"
          >
            {tick.toISOString().slice(0, isLong ? 4 : 7)}
          </text>
        ))}
      </svg>
    </div>
  );
}

function Row({ series, ticks, place }: OnAxis & { series: Series }) {
  const say = useWords(words);
  const format = useFormat();
  const { symbol, timeframe, first, last, gaps, is_demo } = series;
  const label = say("row", {
    symbol,
    timeframe,
    first: format.date(dayOf(first)),
    last: format.date(dayOf(last)),
    gaps: gapsOf(series, say),
  });
  return (
    <li className={GRID}>
      <Link
        href={`/data/${encodeURIComponent(symbol)}`}
        className="flex min-h-10 min-w-0 items-center gap-2 text-sm underline-offset-4 hover:underline"
      >
        <span className="truncate font-mono">{symbol}</span>
        <span className="text-soft">{timeframe}</span>
        {is_demo && <span className="hidden text-accent sm:inline">{say("demo")}</span>}
      </Link>
      <svg role="img" aria-label={label} className="h-10 w-full">
        {ticks.map((tick) => (
          <line
            key={+tick}
            x1={`${place(tick)}%`}
            x2={`${place(tick)}%`}
            y2="40"
            stroke="var(--line)"
          />
        ))}
        <Bar from={place(first)} to={place(last)} />
        {gaps?.map((gap) => (
          <Break key={gap.first} from={place(gap.first)} to={place(Date.parse(gap.last) + DAY)} />
        ))}
      </svg>
    </li>
  );
}

function Bar({ from, to }: { from: number; to: number }) {
  return (
    <rect
      x={`${from}%`}
      width={`${Math.max(to - from, 0.3)}%`}
      y="13"
      height="14"
      fill="var(--accent)"
    />
  );
}

/** Wide enough to be seen, however short the gap is. */
function Break({ from, to }: { from: number; to: number }) {
  const width = `${Math.max(to - from, 0.4)}%`;
  return (
    <g>
      <rect x={`${from}%`} width={width} y="12" height="16" fill="var(--surface)" />
      <rect x={`${from}%`} width={width} y="19" height="2" fill="var(--danger)" />
    </g>
  );
}
