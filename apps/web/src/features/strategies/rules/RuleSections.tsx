// Rules by section: what it trades, what it watches, when it enters and leaves, how much it risks.
import type { ReactNode } from "react";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Highlighted } from "../editing/Highlighted";
import { SectionMark } from "./SectionMark";
import type { Rule, Section } from "./sections";
import { words } from "../words";

interface RuleSectionsProps {
  sections: readonly Section[];
  /** What stands out in the sentences besides numbers. */
  names: readonly string[];
  /** Said at the end of the section on size and risk. */
  warning?: ReactNode;
}

export function RuleSections({ sections, names, warning }: RuleSectionsProps) {
  const say = useWords(words);
  const isTwoSided = new Set(sections.flatMap(({ rules }) => rules.map(({ side }) => side))).has(
    "short",
  );
  return (
    <dl className="divide-y divide-line">
      {sections.map(({ name, rules }) => (
        <div
          key={name}
          className="grid gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-[10.5rem_minmax(0,1fr)]"
        >
          <dt className="flex items-center gap-2 self-start font-medium">
            <SectionMark name={name} />
            {say(`section_${name}`)}
          </dt>
          <dd className="min-w-0 space-y-2">
            {rules.map((rule) => (
              <RuleLine key={rule.topic} rule={rule} names={names} showsSide={isTwoSided} />
            ))}
            {name === "size" && warning}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface RuleLineProps {
  rule: Rule;
  names: readonly string[];
  showsSide: boolean;
}

function RuleLine({ rule, names, showsSide }: RuleLineProps) {
  const say = useWords(words);
  return (
    <p className="text-pretty break-words">
      {showsSide && rule.side && (
        <span className="mr-2">
          <Badge>{say(`side_${rule.side}`)}</Badge>
        </span>
      )}
      <Highlighted text={rule.text} names={names} />
    </p>
  );
}
