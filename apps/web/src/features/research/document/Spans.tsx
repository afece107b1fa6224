// A text of the report; a small number behind a figure opens the row that it rests on.
import { Fragment, use, createContext } from "react";
import { useEvidence } from "../report/evidence/EvidenceContext";
import { EvidenceNumber } from "../report/evidence/EvidenceNumber";
import { referenceOf, type TextSpan } from "./document";

/** The anchors by the number under which the report cites them. */
export const NotesContext = createContext<Readonly<Record<string, number>>>({});

export function Spans({ spans }: { spans: readonly TextSpan[] }) {
  return spans.map((span, index) => (
    // eslint-disable-next-line react/no-array-index-key -- a text never changes its order
    <Fragment key={index}>
      {span.text}
      <Note span={span} />
    </Fragment>
  ));
}

function Note({ span }: { span: TextSpan }) {
  const find = useEvidence();
  const notes = use(NotesContext);
  const reference = referenceOf(span);
  const row = reference ? find(reference) : undefined;
  if (!row || !span.anchor) return null;
  return (
    <sup className="leading-none">
      <EvidenceNumber
        text={String(notes[span.anchor] ?? row.tag)}
        about={span.text || row.name}
        rows={[row]}
      />
    </sup>
  );
}
