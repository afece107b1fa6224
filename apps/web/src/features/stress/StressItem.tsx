// One stress test in the list: whose, on what, and what came of it.
import { Link } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { Progress } from "../../ui/Progress";
import type { StressTest } from "./report";
import { isUnderWay } from "./underWay";
import { VerdictMark } from "./VerdictMark";
import { words } from "./words";

export function StressItem({ test }: { test: StressTest }) {
  const say = useWords(words);
  const format = useFormat();
  const isDemo = test.tickers.some((ticker) => ticker.startsWith("DEMO"));
  return (
    <li
      data-testid="stress-item"
      className="relative rounded-lg border border-line bg-surface p-4 hover:border-line-strong"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold break-words">
          <Link href={`/stress/${test.id}`} className="after:absolute after:inset-0">
            {test.name}
          </Link>
        </h2>
        <div className="flex flex-wrap gap-2">
          {isDemo && <Badge>{say("demo")}</Badge>}
          {test.verdict ? (
            <VerdictMark ruling={test.verdict} />
          ) : (
            <Badge tone={test.status === "failed" ? "danger" : "plain"}>
              {say(`status_${test.status}`)}
            </Badge>
          )}
        </div>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-soft">
        {test.version !== null && <span>{say("version", { version: test.version })}</span>}
        <span className="break-all">{test.tickers.slice(0, 5).join(", ")}</span>
        <span>{test.timeframe}</span>
        {test.trials !== null && (
          <span>{say("trials", { count: format.number(test.trials, 0) })}</span>
        )}
        <span>{format.dateTime(test.created_at)}</span>
      </p>
      {isUnderWay(test) && (
        <div className="mt-3">
          <Progress value={test.progress} label={say(`status_${test.status}`)} />
        </div>
      )}
      {test.error && <p className="mt-2 text-sm break-words text-danger">{test.error}</p>}
    </li>
  );
}
