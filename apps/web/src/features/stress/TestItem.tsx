// One test or search in a list: its name, what it was, how far it is and what came of it.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Badge } from "../../ui/Badge";
import { Progress } from "../../ui/Progress";
import type { StressTest } from "./report";
import { isUnderWay } from "./underWay";

interface TestItemProps extends Pick<StressTest, "name" | "status" | "progress" | "error"> {
  say: (phrase: `status_${StressTest["status"]}` | "demo") => string;
  href: string;
  testId: string;
  facts: string;
  isDemo?: boolean;
  /** Instead of the status. */
  verdict?: ReactNode;
  children?: ReactNode;
}

export function TestItem(props: TestItemProps) {
  const { name, status, progress, error, say, href, testId, facts, isDemo, verdict } = props;
  const standing = say(`status_${status}`);
  return (
    <li
      data-testid={testId}
      className="relative rounded-lg border border-line bg-surface p-4 hover:border-line-strong"
    >
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold break-words">
          <Link href={href} className="after:absolute after:inset-0">
            {name}
          </Link>
        </h2>
        <div className="flex flex-wrap gap-2">
          {isDemo && <Badge>{say("demo")}</Badge>}
          {verdict ?? <Badge tone={status === "failed" ? "danger" : "plain"}>{standing}</Badge>}
        </div>
      </div>
      <p className="mt-1 text-sm break-words text-soft">{facts}</p>
      {props.children}
      {isUnderWay({ status }) && (
        <div className="mt-3">
          <Progress value={progress} label={standing} />
        </div>
      )}
      {error && <p className="mt-2 text-sm break-words text-danger">{error}</p>}
    </li>
  );
}
