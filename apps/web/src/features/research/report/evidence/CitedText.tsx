// A sentence of the server whose numbers lead to their evidence.
import { Fragment } from "react";
import type { Expert } from "../../experts";
import { spansOf } from "./citations";
import { useEvidence } from "./EvidenceContext";
import { EvidenceNumber } from "./EvidenceNumber";

function CitedText({ text, speaker = null }: { text: string; speaker?: Expert | null }) {
  const find = useEvidence();
  return spansOf(text, speaker).map((span) => {
    const rows = span.references.flatMap((reference) => find(reference) ?? []);
    if (rows.length === 0) return <Fragment key={span.start}>{span.text + span.stop}</Fragment>;
    return (
      <span key={span.start} className="whitespace-nowrap">
        <EvidenceNumber text={span.text} rows={rows} />
        {span.stop}
      </span>
    );
  });
}

export function CitedList({
  items,
  speaker = null,
}: {
  items: readonly string[];
  speaker?: Expert | null;
}) {
  return (
    <ul className="list-disc space-y-1 pl-5 marker:text-line-strong">
      {[...new Set(items)].map((item) => (
        <li key={item} className="break-words">
          <CitedText text={item} speaker={speaker} />
        </li>
      ))}
    </ul>
  );
}
