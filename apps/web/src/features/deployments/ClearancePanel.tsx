// What let a deployment trade: a passing stress test, or a person's override with its reason; a replay needs neither.
import { Link } from "wouter";
import { useWords } from "../../i18n/words";
import { Panel } from "../../ui/Panel";
import type { DeploymentDetail } from "./trading";
import { words } from "./words";

export function ClearancePanel({ deployment }: { deployment: DeploymentDetail }) {
  const say = useWords(words);
  const { report_id, ruling, override_reason } = deployment.clearance;
  const named = ruling === "pass" || ruling === "revise" || ruling === "reject" ? ruling : null;
  const text =
    deployment.mode === "replay"
      ? say("cleared_replay")
      : override_reason === null
        ? say("cleared")
        : named === null
          ? say("overridden_untested", { reason: override_reason })
          : say("overridden", { ruling: say(`ruling_${named}`), reason: override_reason });
  return (
    <Panel title={say("clearance")}>
      <p className="break-words">{text}</p>
      <p className="mt-2 flex flex-wrap gap-x-6">
        <Way href={`/strategies/${deployment.strategy_id}`}>{say("strategy")}</Way>
        {report_id && <Way href={`/stress/${report_id}`}>{say("report")}</Way>}
      </p>
    </Panel>
  );
}

function Way({ href, children }: { href: string; children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-10 items-center text-accent underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
