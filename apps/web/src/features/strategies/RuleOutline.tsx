// Rules that are not saved, by section, in formulas.
import { useWords } from "../../i18n/words";
import { factorsOf, tickersOf } from "./document";
import { NoStop } from "./NoStop";
import { outlineOf } from "./outline";
import { outlineWords } from "./outlineWords";
import { RuleSections } from "./RuleSections";
import type { Document } from "./types";

export function RuleOutline({ document }: { document: Document }) {
  const say = useWords(outlineWords);
  const names = [...factorsOf(document).map(([name]) => name), ...tickersOf(document)];
  return (
    <div>
      <RuleSections
        sections={outlineOf(document, say)}
        names={names}
        warning={<NoStop document={document} />}
      />
      <p className="mt-3 text-sm text-soft">{say("signs")}</p>
    </div>
  );
}
