// What changed between two versions: sentence by sentence, and item by item behind a toggle.
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Disclosure } from "../../../ui/Disclosure";
import { type DiffLine, diffLineOf } from "./diffLines";
import { Highlighted } from "../editing/Highlighted";
import { PatchTable } from "./PatchTable";
import type { Diff } from "../types";
import { words } from "../words";

export function DiffView({ diff }: { diff: Diff }) {
  const say = useWords(words);
  const { language } = useLanguage();
  const sentences = diff.sentences[language] ?? [];
  if (diff.patch.length === 0) return <p className="text-soft">{say("compare_none")}</p>;
  const summary = { from: diff.from_version, to: diff.to_version, count: sentences.length };
  return (
    <div className="space-y-3">
      <p className="text-sm text-soft">{say("compare_summary", summary)}</p>
      <ul className="space-y-2">
        {sentences.map((sentence) => (
          <li key={sentence} className="rounded-md border border-line p-3">
            <Change sentence={sentence} />
          </li>
        ))}
      </ul>
      <Disclosure summary={say("patch")}>
        <PatchTable patch={diff.patch} />
      </Disclosure>
    </div>
  );
}

function Change({ sentence }: { sentence: string }) {
  const say = useWords(words);
  const { language } = useLanguage();
  const line = diffLineOf(sentence, language);
  if (line === null) return <p className="break-words">{sentence}</p>;
  return (
    <div className="space-y-1.5">
      <Badge tone={line.kind === "replaced" ? "accent" : "plain"}>{say(line.kind)}</Badge>
      <Told line={line} />
    </div>
  );
}

function Told({ line: { before, after } }: { line: DiffLine }) {
  const say = useWords(words);
  return (
    <>
      {before !== null && (
        <p className="border-l-2 border-line-strong pl-3 break-words text-soft">
          <span aria-hidden="true" className="mr-1 font-mono">
            −
          </span>
          <span className="sr-only">{say("before")} </span>
          <del className="decoration-line-strong">{before}</del>
        </p>
      )}
      {after !== null && (
        <p className="border-l-2 border-accent pl-3 break-words">
          <span aria-hidden="true" className="mr-1 font-mono">
            +
          </span>
          <span className="sr-only">{say("after")} </span>
          <ins className="no-underline">
            <Highlighted text={after} names={[]} />
          </ins>
        </p>
      )}
    </>
  );
}
