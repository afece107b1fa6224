// Whether the verdict follows the facts: starts a counterfactual audit, follows it, and shows what it found.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { Asked } from "../../../ui/form/Asked";
import { Button } from "../../../ui/form/Button";
import { JobProgress } from "../../jobs/JobProgress";
import { OnDemand } from "../report/OnDemand";
import { AuditFindings } from "./AuditFindings";
import { auditWords } from "./auditWords";
import { type Audit, useAudit } from "./useAudit";

interface AuditPanelProps {
  symbol: string;
  /** Null: by what is known today. */
  asOf: string | null;
}

export function AuditPanel(props: AuditPanelProps) {
  const say = useWords(auditWords);
  return (
    <OnDemand summary={say("title")}>
      <Audited {...props} />
    </OnDemand>
  );
}

function Audited({ symbol, asOf }: AuditPanelProps) {
  const say = useWords(auditWords);
  const { asking, start } = useAudit(symbol, asOf);
  return (
    <div className="space-y-4">
      <p className="text-sm text-soft">
        {say("about")} {say("cost")}
      </p>
      <Asked of={asking}>
        {(audit) => (
          <>
            <LastAudit audit={audit} onEnd={asking.again} />
            {!isUnderWay(audit) && (
              <Button busy={start.isBusy} onClick={() => void start.run()}>
                {start.isBusy ? say("starting") : say(audit ? "again" : "run")}
              </Button>
            )}
          </>
        )}
      </Asked>
      <ActionFailure error={start.error} />
    </div>
  );
}

function LastAudit({ audit, onEnd }: { audit: Audit | null; onEnd: () => void }) {
  const say = useWords(auditWords);
  const format = useFormat();
  if (audit === null) return <p>{say("none")}</p>;
  if (isUnderWay(audit)) return <JobProgress jobId={audit.id} onEnd={onEnd} />;
  if (audit.report === null)
    return <p className="text-danger">{say("failed", { error: audit.error ?? audit.status })}</p>;
  return (
    <>
      <p className="text-sm text-soft">{say("as_of", { date: format.date(audit.day) })}</p>
      <AuditFindings report={audit.report} />
    </>
  );
}

function isUnderWay(audit: Audit | null): boolean {
  return audit !== null && (audit.status === "queued" || audit.status === "running");
}
