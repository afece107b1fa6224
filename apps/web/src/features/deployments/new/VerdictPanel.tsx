// What the stress lab said about the chosen version, with the way to its report or to a test.
import { Link } from "wouter";
import { useWords } from "../../../i18n/words";
import { makeWords } from "./makeWords";
import type { VersionTested } from "./useVersions";

interface VerdictPanelProps {
  tested: VersionTested;
  strategyId: string;
}

export function VerdictPanel({ tested: { test, version }, strategyId }: VerdictPanelProps) {
  const say = useWords(makeWords);
  const href = test
    ? `/stress/${test.id}`
    : `/stress/new?strategy_id=${strategyId}&version=${version}`;
  return (
    <section className="mt-4 rounded-md bg-well p-3" data-testid="deploy-verdict">
      <h2 className="text-sm font-medium">{say("verdict")}</h2>
      <p className={test?.ruling === "pass" ? "" : "text-danger"}>
        {say(test ? `verdict_${test.ruling}` : "verdict_none")}
      </p>
      <Link
        href={href}
        className="inline-flex min-h-10 items-center text-accent underline underline-offset-4"
      >
        {say(test ? "see_report" : "test_now")}
      </Link>
    </section>
  );
}
