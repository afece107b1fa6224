// Everything that is wrong with a definition.
import { ProblemItem } from "./ProblemItem";
import type { Problem } from "../types";

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  return (
    <ul className="space-y-3">
      {problems.map((problem) => (
        <ProblemItem
          key={`${problem.pointer} ${problem.code} ${problem.expected}`}
          problem={problem}
        />
      ))}
    </ul>
  );
}
