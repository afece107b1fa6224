// What stands behind a number: the data row, its source, and since when it was known.
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useFormat } from "../../../../i18n/format";
import { useWords } from "../../../../i18n/words";
import { useStepName } from "../../useStepName";
import { words } from "../../words";
import type { EvidenceRow } from "./evidence";
import { reportWords } from "../reportWords";

interface EvidencePopoverProps {
  id: string;
  rows: readonly EvidenceRow[];
  /** The number that it belongs to. */
  frame: RefObject<HTMLElement | null>;
}

export function EvidencePopover({ id, rows, frame }: EvidencePopoverProps) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    // A number that the Tab key reaches is scrolled into view after it was focused, so the popover goes along.
    const follow = () => {
      if (box.current && frame.current) place(box.current, frame.current.getBoundingClientRect());
    };
    follow();
    window.addEventListener("scroll", follow, true);
    return () => window.removeEventListener("scroll", follow, true);
  }, [frame]);
  return (
    <span
      ref={box}
      id={id}
      role="tooltip"
      data-testid="evidence-popover"
      className="fixed top-0 left-0 z-50 block max-h-[60vh] w-[min(22rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line-strong bg-raised p-3 text-left text-sm font-normal whitespace-normal text-ink shadow-lg"
    >
      {rows.map((row) => (
        <Row key={`${row.expert}:${row.tag}`} row={row} />
      ))}
    </span>
  );
}

function Row({ row }: { row: EvidenceRow }) {
  const say = useWords(reportWords);
  const sayPage = useWords(words);
  const nameOf = useStepName();
  const format = useFormat();
  const known = row.isRule ? say("evidence_rule") : format.dateTime(row.knownAt);
  return (
    <span className="block border-b border-line pb-2 not-first:pt-2 last:border-0 last:pb-0">
      <span className="block font-semibold break-words">{row.name}</span>
      <Line head={say("evidence_value")} text={row.value} />
      {row.period && <Line head={say("evidence_period")} text={row.period} />}
      <Line head={say("evidence_source")} text={row.source || "—"} />
      <Line head={say("evidence_known")} text={known} />
      <Line head={say("evidence_row")} text={row.id || "—"} isCode />
      {row.rows.length > 1 && (
        <span className="block text-soft">{say("evidence_rows", { count: row.rows.length })}</span>
      )}
      <span className="mt-1 block text-soft">
        {nameOf(row.expert)} · {row.tag}
        {row.isDemo && <strong className="font-medium text-accent"> · {sayPage("demo")}</strong>}
      </span>
    </span>
  );
}

function Line({ head, text, isCode = false }: { head: string; text: string; isCode?: boolean }) {
  return (
    <span className="flex gap-2">
      <span className="w-20 shrink-0 text-soft">{head}</span>
      <span
        className={`min-w-0 flex-1 break-words ${isCode ? "font-mono text-xs leading-6 break-all" : ""}`}
      >
        {text}
      </span>
    </span>
  );
}

/** Below the number where there is room, else above it, and never over the edge of the window. */
function place(box: HTMLElement, number: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.max(8, Math.min(number.left, window.innerWidth - width - 8));
  const isRoomBelow = number.bottom + height + 8 <= window.innerHeight;
  const top = isRoomBelow ? number.bottom : Math.max(8, number.top - height);
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}
