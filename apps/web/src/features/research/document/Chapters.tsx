// The chapters of a report: one under the other where there is room, behind tabs on a phone.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useWords } from "../../../i18n/words";
import { useMediaQuery } from "../../../ui/useMediaQuery";
import { summaryWords } from "../summary/summaryWords";
import { Chapter } from "./Chapter";
import type { Part, ReportDocument, Section } from "./document";
import { Parts } from "./Parts";

interface ChaptersProps {
  document: ReportDocument;
  /** What follows the chapter with this key. */
  after: (key: string) => ReactNode;
}

export function Chapters({ document, after }: ChaptersProps) {
  const isWide = useMediaQuery("(min-width: 48rem)");
  const fold = document.fold ?? "";
  const sections = document.parts.filter((part): part is Section => part.type === "section");
  if (!isWide && sections.length > 1)
    return (
      <>
        {document.parts.map((part, index) =>
          // eslint-disable-next-line react/no-array-index-key -- parts never move
          isPlain(part) ? <Parts key={index} parts={[part]} /> : null,
        )}
        <Tabs sections={sections.flatMap(withExpertsApart)} fold={fold} after={after} />
      </>
    );
  return document.parts.map((part, index) => {
    if (part.type === "section")
      return <Chapter key={part.key} section={part} fold={fold} after={after} />;
    // eslint-disable-next-line react/no-array-index-key -- parts never move
    return isPlain(part) ? <Parts key={index} parts={[part]} /> : null;
  });
}

/** The page has its own title. */
function isPlain(part: Part): boolean {
  return part.type !== "section" && !(part.type === "block" && part.kind === "title");
}

/** Each expert has a tab of their own. */
export function withExpertsApart(section: Section): Section[] {
  if (section.chapter !== "experts") return [section];
  const experts = section.parts.filter((part): part is Section => part.type === "section");
  const rest = section.parts.filter((part) => part.type !== "section");
  return [...(rest.length > 0 ? [{ ...section, parts: rest }] : []), ...experts];
}

interface TabsProps {
  sections: readonly Section[];
  fold: string;
  after: (key: string) => ReactNode;
}

function Tabs({ sections, fold, after }: TabsProps) {
  const say = useWords(summaryWords);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState(0);
  const section = sections[chosen] ?? sections[0];
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + sections.length) % sections.length;
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={say("tabs")}
        tabIndex={-1}
        onKeyDown={press}
        className="sticky top-14 z-5 -mx-4 flex gap-1 overflow-x-auto border-b border-line bg-paper px-4"
      >
        {sections.map((each, at) => (
          <button
            key={each.key}
            id={`${id}-${at}`}
            type="button"
            role="tab"
            aria-selected={at === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={at === chosen ? 0 : -1}
            onClick={() => setChosen(at)}
            className="min-h-11 shrink-0 border-b-2 border-transparent px-3 text-sm whitespace-nowrap text-soft aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink"
          >
            {each.title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${chosen}`} className="mt-4">
        {section && (
          <Chapter key={section.key} section={section} fold={fold} after={after} isAlone />
        )}
      </div>
    </div>
  );
}
