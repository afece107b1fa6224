// The `research_report` card: how far the research is, or the experts' signals and the verdict.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Badge } from "../../../ui/Badge";
import type { CardProps } from "../../cards";
import { isDemoSymbol, type ResearchDetail, type ResearchResult } from "../experts";
import { reportsOf } from "../report/reports";
import { reportWords } from "../report/reportWords";
import { EngineBadge, SignalBadge } from "../report/Signal";
import { verdictOf } from "../report/verdict";
import { endedCount, type Progress } from "../session/progress";
import { useResearch } from "../session/useResearch";
import { StatusBadge } from "../StatusBadge";
import { useStepName } from "../useStepName";
import { words } from "../words";
import { cardWords } from "./cardWords";
import { TakeUp } from "./TakeUp";
import { Progress as ProgressBar } from "../../../ui/Progress";

export default function ResearchReportCard({ card, sessionId }: CardProps<"research_report">) {
  const { asking, progress } = useResearch(card.research_session_id);
  return (
    <section className="rounded-lg border border-line bg-surface p-4">
      <AskedPart of={asking} waiting={<Head symbol={card.symbol} />}>
        {(detail) => <ResearchBody detail={detail} progress={progress} chatId={sessionId} />}
      </AskedPart>
    </section>
  );
}

interface ResearchBodyProps {
  detail: ResearchDetail;
  progress: Progress;
  /** The conversation that the card stands in. */
  chatId: string;
}

function ResearchBody({ detail, progress, chatId }: ResearchBodyProps) {
  const say = useWords(words);
  const sayCard = useWords(cardWords);
  const ended = endedCount(progress);
  return (
    <div className="space-y-3">
      <Head symbol={detail.symbol}>
        <StatusBadge status={detail.status} />
        {isDemoSymbol(detail.symbol) && <Badge tone="accent">{say("demo")}</Badge>}
      </Head>
      {detail.status === "running" && (
        <ProgressBar
          value={progress.length > 0 ? ended / progress.length : null}
          label={say("progress_text", { done: ended, all: progress.length })}
        />
      )}
      {detail.result && (
        <Signals result={detail.result}>
          <TakeUp chatId={chatId} researchId={detail.session_id} />
        </Signals>
      )}
      <Link
        href={`/research/${detail.session_id}`}
        className="inline-flex min-h-10 items-center text-accent underline"
      >
        {sayCard("open")}
      </Link>
    </div>
  );
}

function Head({ symbol, children }: { symbol: string; children?: ReactNode }) {
  const say = useWords(cardWords);
  return (
    <p className="flex flex-wrap items-center gap-2">
      <span className="font-semibold">{say("research_of", { symbol })}</span>
      {children}
    </p>
  );
}

function Signals({ result, children }: { result: ResearchResult; children: ReactNode }) {
  const say = useWords(reportWords);
  const sayPage = useWords(words);
  const format = useFormat();
  const nameOf = useStepName();
  const verdict = verdictOf(result.verdict);
  return (
    <>
      {verdict && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{say("verdict")}</span>
          <SignalBadge word={verdict.action} />
          <span className="text-sm text-soft">
            {say("confidence")} {format.percent(verdict.confidence, 0)}
          </span>
          <EngineBadge engine={verdict.engine} />
        </p>
      )}
      {verdict?.action === "BUY" && children}
      <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {reportsOf(result).map((report) => (
          <li key={report.expert} className="flex items-center justify-between gap-2 text-sm">
            <span>{nameOf(report.expert)}</span>
            {report.status === "failed" ? (
              <Badge tone="danger">{sayPage("failed")}</Badge>
            ) : (
              <span className="flex items-center gap-2">
                <SignalBadge word={report.signal} />
                <span className="w-10 text-right font-mono tabular-nums">
                  {format.percent(report.confidence, 0)}
                </span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
