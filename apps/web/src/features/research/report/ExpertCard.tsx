// One expert's card: what it says and how sure it is, its numbers, its risks, and everything behind them.
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { LoadingPart } from "../../../ui/Loading";
import { useStepName } from "../useStepName";
import { CitedList, CitedText } from "./evidence/CitedText";
import { EvidenceTable } from "./evidence/EvidenceTable";
import { ExpertNumbers } from "./ExpertNumbers";
import type { ExpertFailure, ExpertReport } from "./expertReport";
import { ExpertParts } from "./ExpertParts";
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
      <Grounding report={report} />
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

function Grounding({ report: { numbers, engine } }: { report: ExpertReport }) {
  const say = useWords(reportWords);
  const [isShown, setShown] = useState(false);
  const count = numbers.violations.length;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm text-soft">
      <EngineBadge engine={engine} />
      {numbers.stated !== null && numbers.bound !== null && (
        <span>{say("grounded", { bound: numbers.bound, stated: numbers.stated })}</span>
      )}
      {count > 0 && (
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
          className="min-h-10 font-medium text-danger underline underline-offset-4"
        >
          {say("violations", { count })}
        </button>
      )}
      {isShown && (
        <ul className="w-full list-disc pl-5 text-danger">
          {numbers.violations.map((each) => (
            <li key={each} className="break-words">
              {each}
            </li>
          ))}
        </ul>
      )}
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
