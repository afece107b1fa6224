// One optimisation in the list: what it looked for, and the find in and out of sample.
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Progress } from "../../../ui/Progress";
import { headlineOf, type Optimisation } from "./report";
import { isUnderWay } from "../underWay";
import { useRatio } from "../useRatio";
import { words } from "./words";

export function OptimisationItem({ of }: { of: Optimisation }) {
  const say = useWords(words);
  const format = useFormat();
  const goals = of.goals.map((goal) => say(`goal_${goal}`)).join(", ");
  return (
    <li
      data-testid="optimisation-item"
      className="relative rounded-lg border border-line bg-surface p-4 hover:border-line-strong"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold break-words">
          <Link href={`/stress/optimisations/${of.id}`} className="after:absolute after:inset-0">
            {of.name}
          </Link>
        </h2>
        <Badge tone={of.status === "failed" ? "danger" : "plain"}>
          {say(`status_${of.status}`)}
        </Badge>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-soft">
        {of.version !== null && <span>{say("version", { version: of.version })}</span>}
        <span>{say("goals", { goals })}</span>
        <span>{say("lineage_trials", { count: format.number(of.trials, 0) })}</span>
        <span>{format.dateTime(of.created_at)}</span>
      </p>
      <Headline of={of} />
      {isUnderWay(of) && (
        <div className="mt-3">
          <Progress value={of.progress} label={say(`status_${of.status}`)} />
        </div>
      )}
      {of.error && <p className="mt-2 text-sm break-words text-danger">{of.error}</p>}
    </li>
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
