// One expert's card: what it says and how sure it is, its numbers, its risks, and everything behind them.
import { lazy, type ReactNode, Suspense, useId } from "react";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { LoadingPart } from "../../../ui/Loading";
import { useStepName } from "../useStepName";
import { CitedList, CitedText } from "./evidence/CitedText";
import { EvidenceTable } from "./evidence/EvidenceTable";
import { ExpertNumbers } from "./ExpertNumbers";
import type { ExpertFailure, ExpertReport } from "./expertReport";
import { ExpertParts } from "./ExpertParts";
import { GroundingLine } from "./GroundingLine";
import { OnDemand } from "./OnDemand";
import { reportWords } from "./reportWords";
import { EngineBadge, Share, SignalBadge } from "./Signal";
import { SourceList } from "./evidence/SourceList";

const Markdown = lazy(() => import("../../../ui/Markdown"));

export function ExpertCard({ report }: { report: ExpertReport | ExpertFailure }) {
  const nameOf = useStepName();
  const id = useId();
  const isFailed = report.status === "failed";
  return (
    <article
      aria-labelledby={id}
      data-testid="expert-card"
      data-expert={report.expert}
      className={`min-w-0 rounded-lg border bg-surface p-4 sm:p-5 ${isFailed ? "border-danger" : "border-line"}`}
    >
      <header className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="font-semibold">
          {nameOf(report.expert)}
        </h3>
        {isFailed ? <FailedBadge /> : <SignalBadge word={report.signal} />}
      </header>
      {isFailed ? <p className="break-words">{report.error}</p> : <ReportBody report={report} />}
    </article>
  );
}

function FailedBadge() {
  const say = useWords(reportWords);
  return <Badge tone="danger">{say("failed_title")}</Badge>;
}

function ReportBody({ report }: { report: ExpertReport }) {
  const say = useWords(reportWords);
  const { expert, evidence } = report;
  return (
    <div className="space-y-4">
      <Share label={say("confidence")} value={report.confidence} />
      <p className="break-words">
        <CitedText text={report.summary} speaker={expert} />
      </p>
      <ExpertNumbers report={report} />
      <ExpertParts report={report} />
      {report.points.length > 0 && (
        <Part title={say("points")}>
          <CitedList items={report.points} speaker={expert} />
        </Part>
      )}
      {report.risks.length > 0 && (
        <Part title={say("risks")}>
          <CitedList items={report.risks} speaker={expert} />
        </Part>
      )}
      <GroundingLine of={report.grounding} speaker={expert}>
        <EngineBadge engine={report.engine} />
      </GroundingLine>
      <div className="space-y-2">
        {report.missing.length > 0 && (
          <OnDemand summary={say("missing")}>
            <CitedList items={report.missing} speaker={expert} />
          </OnDemand>
        )}
        {report.narrative && (
          <OnDemand summary={say("narrative")}>
            <Suspense fallback={<LoadingPart />}>
              <Markdown text={report.narrative} />
            </Suspense>
          </OnDemand>
        )}
        {evidence.length > 0 && (
          <OnDemand summary={say("evidence_all", { count: evidence.length })}>
            <EvidenceTable rows={evidence} />
          </OnDemand>
        )}
        {report.sources.length > 0 && (
          <OnDemand summary={say("sources")}>
            <SourceList sources={report.sources} />
          </OnDemand>
        )}
      </div>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h4 className="mb-1 text-sm font-semibold text-soft">{title}</h4>
      {children}
    </div>
  );
}
