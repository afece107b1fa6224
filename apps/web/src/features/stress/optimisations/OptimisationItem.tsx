// One optimisation in the list: what it looked for, and the find in and out of sample.
import { useWords } from "../../../i18n/words";
import { headlineOf, type Optimisation } from "./report";
import { TestItem } from "../TestItem";
import { useRatio } from "../useRatio";
import { useOptimisationLine } from "./useOptimisationLine";
import { words } from "./words";

export function OptimisationItem({ of }: { of: Optimisation }) {
  const say = useWords(words);
  return (
    <TestItem
      {...of}
      say={say}
      href={`/stress/optimisations/${of.id}`}
      testId="optimisation-item"
      facts={useOptimisationLine(of)}
    >
      <Headline of={of} />
    </TestItem>
  );
}

function Headline({ of }: { of: Optimisation }) {
  const say = useWords(words);
  const ratio = useRatio();
  const found = headlineOf(of);
  if (found === null) return null;
  return (
    <p className="mt-2">
      {found === "nothing"
        ? say("nothing_found")
        : say("fit_and_after", {
            fit: ratio(found.sharpe),
            after: ratio(found.held_out_sharpe),
          })}
    </p>
  );
}
