// One fault of a definition: what it is, where, and what would be right.
import { useWords } from "../../../i18n/words";
import { problemWords } from "./problemWords";
import type { Problem } from "../types";

export function ProblemItem({ problem }: { problem: Problem }) {
  const say = useWords(problemWords);
  return (
    <li data-testid="strategy-problem" className="border-l-2 border-danger pl-3">
      <p className="font-medium">
        {say(problem.code)}{" "}
        <code className="rounded bg-well px-1 text-[0.9em] font-normal break-all">
          {problem.pointer || say("where_whole")}
        </code>
      </p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-sm">
        {(["expected", "found", "suggestion"] as const).map((name) => (
          <Row key={name} name={say(name)} text={problem[name]} />
        ))}
      </dl>
    </li>
  );
}

function Row({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="break-words">{text}</dd>
    </>
  );
}
