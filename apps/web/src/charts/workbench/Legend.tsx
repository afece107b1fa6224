// What each line was worth where a person points, or at the newest bar; its place stays the same while the cursor moves.
import { type ReactNode, useSyncExternalStore } from "react";
import { type Format, UNKNOWN, useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { chartWords } from "../chartWords";
import { useColours } from "../colours";
import type { Cursor } from "./cursor";
import type { ChartContent, LineFormat } from "./model";
import { paletteOf } from "./plot";
import { type BarReading, type Prepared, readAt } from "./prepared";

interface LegendProps {
  content: ChartContent;
  prepared: Prepared;
  cursor: Cursor;
  isIntraday: boolean;
}

export function Legend({ content, prepared, cursor, isIntraday }: LegendProps) {
  const format = useFormat();
  const colours = useColours();
  const moment = useSyncExternalStore(cursor.follow, cursor.at);
  const { time, bar, values } = readAt(prepared, moment);
  const palette = paletteOf(prepared.lines, colours);
  return (
    <div
      aria-live="polite"
      data-testid="chart-legend"
      className="mb-1 flex min-h-6 flex-wrap items-baseline gap-x-4 gap-y-0.5 text-xs tabular-nums sm:text-sm"
    >
      {time !== null && (
        <span className="text-soft">
          {isIntraday ? minuteOf(time, format) : dayOf(time, format)}
        </span>
      )}
      {bar && <Bar name={content.name} bar={bar} />}
      {prepared.lines.map(({ line }, at) => (
        <Value key={line.key} name={line.name} colour={palette[at]!} shape={line.shape}>
          {written(values[at] ?? null, line.format ?? "price", format)}
        </Value>
      ))}
    </div>
  );
}

function Bar({ name, bar }: { name: string | undefined; bar: BarReading }) {
  const say = useWords(chartWords);
  const format = useFormat();
  const direction =
    bar.change === null || bar.change === 0 ? "" : bar.change > 0 ? "text-up" : "text-down";
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2.5">
      {name && <span className="font-medium">{name}</span>}
      {(["open", "high", "low", "close"] as const).map((field) => (
        <span key={field} className="whitespace-nowrap">
          <abbr title={say(field)} className="mr-1 text-soft no-underline">
            {say(`${field}_short`)}
          </abbr>
          {format.price(bar[field])}
        </span>
      ))}
      <span className={`whitespace-nowrap ${direction}`}>
        {format.signedPercent(bar.change, 2)}
      </span>
      <span className="whitespace-nowrap">
        <abbr title={say("volume")} className="mr-1 text-soft no-underline">
          {say("volume_short")}
        </abbr>
        {format.compact(bar.volume)}
      </span>
    </span>
  );
}

interface ValueProps {
  name: string;
  colour: string;
  shape: string | undefined;
  children: ReactNode;
}

function Value({ name, colour, shape, children }: ValueProps) {
  return (
    <span className="inline-flex items-baseline gap-1.5">
      <svg viewBox="0 0 14 8" className="h-2 w-3.5 self-center" aria-hidden="true">
        <path
          d="M0 4h14"
          stroke={colour}
          strokeWidth="3"
          strokeDasharray={shape === "dashed" ? "4 3" : undefined}
        />
      </svg>
      <span className="text-soft">{name}</span>
      <span className="whitespace-nowrap">{children}</span>
    </span>
  );
}

function written(value: number | null, kind: LineFormat, format: Format): string {
  if (value === null) return UNKNOWN;
  if (kind === "percent") return format.percent(value);
  if (kind === "money") return format.money(value);
  return Math.abs(value) >= 1_000_000 ? format.compact(value) : format.price(value);
}

function dayOf(seconds: number, format: Format): string {
  return format.date(new Date(seconds * 1000).toISOString().slice(0, 10));
}

/** In UTC, as the time axis has it. */
function minuteOf(seconds: number, format: Format): string {
  const clock = new Date(seconds * 1000).toISOString().slice(11, 16);
  return `${dayOf(seconds, format)} ${clock} UTC`;
}
