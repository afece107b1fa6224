// A chapter of the report, with what the session itself knows of it: how it is bound to rows, and all its rows.
import type { ReactNode } from "react";
import { OnDemand } from "../report/OnDemand";
import { COLOURS, type Part, type Section } from "./document";
import { Folding } from "./Folding";
import { Parts } from "./Parts";

interface ChapterProps {
  section: Section;
  /** What a folded part is opened with. */
  fold: string;
  /** What follows the chapter with this key. */
  after: (key: string) => ReactNode;
  /** Behind a tab of its own, where nothing needs to be folded. */
  isAlone?: boolean;
}

/** Read at once on every screen; the others fold to their headings on a phone. */
const ALWAYS_OPEN = new Set<Section["chapter"]>(["cover", "thesis", "price", "experts", "debate"]);

const TESTS: Partial<Record<Section["chapter"], string>> = {
  cover: "research-verdict",
  risks: "risk-matrix",
};

export function Chapter({ section, fold, after, isAlone = false }: ChapterProps) {
  if (section.chapter === "expert")
    return <Expert section={section} fold={fold} after={after(section.key)} isAlone={isAlone} />;
  const body = <Body section={section} fold={fold} after={after} />;
  const heading = <Heading section={section} level={2} />;
  return (
    <section
      data-testid={TESTS[section.chapter]}
      className="min-w-0 space-y-3 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      {isAlone || ALWAYS_OPEN.has(section.chapter) ? (
        <>
          {heading}
          {body}
        </>
      ) : (
        <Folding heading={heading}>{body}</Folding>
      )}
    </section>
  );
}

function Body({ section, fold, after }: ChapterProps) {
  const inner = (part: Part) =>
    part.type === "section" && <Chapter section={part} fold={fold} after={after} />;
  const more = section.more ?? [];
  return (
    <>
      <Parts parts={section.parts} section={inner} />
      {after(section.key)}
      {more.length > 0 && (
        <OnDemand summary={fold}>
          <div className="space-y-3">
            <Parts parts={more} section={inner} />
          </div>
        </OnDemand>
      )}
    </>
  );
}

interface ExpertProps {
  section: Section;
  fold: string;
  after: ReactNode;
  isAlone: boolean;
}

function Expert({ section, fold, after, isAlone }: ExpertProps) {
  const more = section.more ?? [];
  return (
    <article
      data-testid="expert-card"
      data-expert={section.key}
      className={`min-w-0 rounded-lg border p-3 sm:p-4 ${section.tone === "warn" ? "border-danger" : "border-line"}`}
    >
      <Folding heading={<Heading section={section} level={3} />} isAlone={isAlone}>
        <Parts parts={section.parts} />
        {after}
        {more.length > 0 && (
          <OnDemand summary={fold}>
            <div className="space-y-3">
              <Parts parts={more} />
            </div>
          </OnDemand>
        )}
      </Folding>
    </article>
  );
}

function Heading({ section, level }: { section: Section; level: 2 | 3 }) {
  const Element = level === 2 ? "h2" : "h3";
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-2">
      <Element className="font-semibold">{section.title}</Element>
      {section.badge && (
        <span
          className="rounded-full border border-current px-2.5 py-0.5 text-sm whitespace-nowrap"
          style={{ color: COLOURS[section.tone ?? "ink"] }}
        >
          {section.badge}
        </span>
      )}
    </div>
  );
}
