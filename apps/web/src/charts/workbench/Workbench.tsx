// The chart workbench: ranges and scales above, a legend that follows the cursor, the canvas, and marks that open.
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { chartWords } from "../chartWords";
import { Figure } from "../Figure";
import { createCursor, type Cursor } from "./cursor";
import { Legend } from "./Legend";
import { MarkDetails } from "./MarkDetails";
import { type ChartContent, type LineFormat, panesOf, type Scale } from "./model";
import { prepared } from "./prepared";
import { placeOf, type Range, rangesFor } from "./ranges";
import { Segments } from "./Segments";
import { useChart } from "./useChart";

export interface WorkbenchProps {
  title: string;
  /** The same in words: from when to when, where it began and ended. */
  summary: string;
  isSummaryHidden?: boolean;
  /** Made once for the same data (`useMemo`): a new one draws the canvas anew. */
  content: ChartContent;
  range?: Range;
  /** Shows the hour on the time axis (UTC). */
  isIntraday?: boolean;
  /** Shared with other charts, so that they point at the same time. */
  cursor?: Cursor;
  /** Further controls, after those for range and scale. */
  tools?: ReactNode;
  /** Starts with every instrument in percent of where it began. */
  isCompared?: boolean;
  /** Only the canvas and its legend: for a card among others. */
  isCompact?: boolean;
  testId?: string;
}

const HEIGHTS = ["h-80 sm:h-96", "h-96 sm:h-[30rem]", "h-[28rem] sm:h-[36rem]"] as const;

export default function Workbench({
  title,
  summary,
  isSummaryHidden = false,
  content,
  range: firstRange = "All",
  isIntraday = false,
  cursor: shared,
  tools,
  isCompared = false,
  isCompact = false,
  testId = "workbench",
}: WorkbenchProps) {
  const say = useWords(chartWords);
  const format = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<Range>(firstRange);
  const [chosen, setScale] = useState<Scale | null>(null);
  const [opened, setOpened] = useState<string | null>(null);
  const [own] = useState(createCursor);
  const cursor = shared ?? own;
  const ready = useMemo(() => prepared(content), [content]);
  const scale = chosen ?? (isCompared ? "percent" : "linear");
  const written = useCallback(
    (value: number, kind: LineFormat) => writtenAs(format, value, kind),
    [format],
  );
  useChart(frame, {
    content,
    prepared: ready,
    range,
    scale,
    cursor,
    isIntraday,
    written,
    onMark: setOpened,
  });
  const [first, last] = [ready.times[0], ready.times.at(-1)];
  const ranges = first === undefined || last === undefined ? [] : rangesFor(first, last);
  const height = HEIGHTS[Math.min(panesOf(content).length, HEIGHTS.length) - 1] ?? HEIGHTS[0];
  return (
    <Figure title={title} summary={summary} isSummaryHidden={isSummaryHidden}>
      {!isCompact && (
        <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
          {ranges.length > 1 && (
            <Segments
              label={say("range")}
              options={ranges.map((value) => ({ value, label: say(`range_${value}`) }))}
              value={range}
              onChoose={setRange}
            />
          )}
          <Segments
            label={say("scale")}
            options={(["linear", "log", "percent"] as const).map((value) => ({
              value,
              label: say(`scale_${value}`),
            }))}
            value={scale}
            onChoose={setScale}
          />
          {tools}
        </div>
      )}
      <Legend content={content} prepared={ready} cursor={cursor} isIntraday={isIntraday} />
      <div
        ref={frame}
        role="region"
        aria-label={`${title}. ${say("keys")}`}
        tabIndex={0}
        data-testid={testId}
        className={`${isCompact ? "h-56" : height} w-full min-w-0 touch-pan-y`}
      />
      {content.marks && content.marks.length > 0 && !isCompact && (
        <MarkDetails
          marks={content.marks}
          opened={opened}
          onOpen={(mark, time) => {
            setOpened(mark);
            if (time !== null)
              cursor.move(ready.times[placeOf(ready.times, time + 1) - 1] ?? null, "marks");
          }}
        />
      )}
    </Figure>
  );
}

function writtenAs(format: ReturnType<typeof useFormat>, value: number, kind: LineFormat): string {
  switch (kind) {
    case "percent":
      return format.percent(value);
    case "money":
      return format.number(value, Math.abs(value) < 1000 ? 2 : 0);
    case "price":
      return Math.abs(value) >= 1_000_000 ? format.compact(value) : format.price(value);
  }
}
