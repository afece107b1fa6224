// The trades and events of a chart one by one: opened by a press on an arrow, or gone through with buttons.
import { Link } from "wouter";
import { useWords } from "../../i18n/words";
import { Button, IconButton } from "../../ui/form/Button";
import { chartWords } from "../chartWords";
import type { ChartMark } from "./model";
import { timeOf } from "./prepared";

interface MarkDetailsProps {
  marks: readonly ChartMark[];
  opened: string | null;
  /** With the moment of the mark. */
  onOpen: (key: string | null, time: number | null) => void;
}

export function MarkDetails({ marks, opened, onOpen }: MarkDetailsProps) {
  const say = useWords(chartWords);
  const ordered = marks.toSorted((one, other) => timeOf(one.time) - timeOf(other.time));
  const at = ordered.findIndex(({ key }) => key === opened);
  const mark = ordered[at];
  const open = (place: number) => {
    const next = ordered[place];
    if (next) onOpen(next.key, timeOf(next.time));
  };
  if (!mark)
    return (
      <p className="mt-2 flex flex-wrap items-center gap-3 text-sm text-soft">
        <Button kind="quiet" onClick={() => open(ordered.length - 1)}>
          {say("marks_open", { count: ordered.length })}
        </Button>
        {say("marks_text")}
      </p>
    );
  return (
    <section
      aria-label={say("mark")}
      data-testid="mark-details"
      className="mt-2 rounded-md border border-line bg-well p-3 text-sm"
    >
      <div className="flex items-center gap-2">
        <p role="status" className="min-w-0 flex-1 font-medium">
          {mark.title}
        </p>
        <span className="text-soft tabular-nums">
          {say("mark_of", { number: at + 1, count: ordered.length })}
        </span>
        <Button
          kind="quiet"
          aria-label={say("mark_before")}
          disabled={at === 0}
          onClick={() => open(at - 1)}
        >
          ←
        </Button>
        <Button
          kind="quiet"
          aria-label={say("mark_after")}
          disabled={at === ordered.length - 1}
          onClick={() => open(at + 1)}
        >
          →
        </Button>
        <IconButton icon="close" label={say("mark_close")} onClick={() => onOpen(null, null)} />
      </div>
      {mark.details.map((detail) => (
        <p key={detail} className="text-soft">
          {detail}
        </p>
      ))}
      {mark.href && (
        <Link href={mark.href} className="inline-block text-accent underline underline-offset-4">
          {say("mark_go")}
        </Link>
      )}
    </section>
  );
}
