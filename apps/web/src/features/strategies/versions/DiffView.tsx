// What changed between two versions: sentence by sentence, and item by item behind a toggle.
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Disclosure } from "../../../ui/Disclosure";
import { Highlighted } from "../editing/Highlighted";
import { PatchTable } from "./PatchTable";
import type { Diff, RuleChange } from "../types";
import { words } from "../words";

export function DiffView({ diff }: { diff: Diff }) {
  const say = useWords(words);
  const { language } = useLanguage();
  const changes = diff.changes[language] ?? [];
  if (diff.patch.length === 0) return <p className="text-soft">{say("compare_none")}</p>;
  const summary = { from: diff.from_version, to: diff.to_version, count: changes.length };
  return (
    <div className="space-y-3">
      <p className="text-sm text-soft">{say("compare_summary", summary)}</p>
      <ul className="space-y-2">
        {changes.map((change) => (
          <li
            key={`${change.before}→${change.after}`}
            className="rounded-md border border-line p-3"
          >
            <Change change={change} />
          </li>
        ))}
      </ul>
      <Disclosure summary={say("patch")}>
        <PatchTable patch={diff.patch} />
      </Disclosure>
    </div>
  );
}

function Change({ change }: { change: RuleChange }) {
  const say = useWords(words);
  return (
    <div className="space-y-1.5">
      <Badge tone={kindOf(change) === "replaced" ? "accent" : "plain"}>{say(kindOf(change))}</Badge>
      <ChangedText change={change} />
    </div>
  );
}

function kindOf({ before, after }: RuleChange): "added" | "removed" | "replaced" {
  if (before === null) return "added";
  return after === null ? "removed" : "replaced";
}

function ChangedText({ change: { before, after } }: { change: RuleChange }) {
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
