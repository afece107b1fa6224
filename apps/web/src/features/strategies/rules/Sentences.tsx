// Rules in the server's own sentences, by section.
import { tickersOf } from "./document";
import { NoStop } from "../editing/NoStop";
import { RuleSections } from "./RuleSections";
import { sectionsOf } from "./sections";
import type { Document, Sentence } from "../types";

interface SentencesProps {
  sentences: readonly Sentence[];
  /** What the sentences describe. */
  document: Document;
}

export function Sentences({ sentences, document }: SentencesProps) {
  return (
    <div data-testid="strategy-sentences">
      <RuleSections
        sections={sectionsOf(sentences)}
        names={tickersOf(document)}
        warning={<NoStop document={document} />}
      />
    </div>
  );
}
