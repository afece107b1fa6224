// A whole report: the document that the server makes of the run, each number with its evidence.
import { type ReactNode, useCallback, useMemo } from "react";
import { Link } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Chapter } from "../document/Chapter";
import type { ReportDocument } from "../document/document";
import { Parts } from "../document/Parts";
import { NotesContext } from "../document/Spans";
import { type ResearchDetail, type ResearchResult } from "../experts";
import { debateOf } from "./debate";
import { EvidenceProvider } from "./evidence/EvidenceContext";
import { EvidenceTable } from "./evidence/EvidenceTable";
import type { ExpertReport } from "./expertReport";
import { GroundingLine } from "./GroundingLine";
import { OnDemand } from "./OnDemand";
import { reportsOf } from "./reports";
import { reportWords } from "./reportWords";
import { EngineBadge } from "./Signal";
import { verdictOf } from "./verdict";

export function Report({ detail, result }: { detail: ResearchDetail; result: ResearchResult }) {
  const api = useApi();
  const { session_id, attempt } = detail;
  const asking = useAsked(
    `research document ${session_id} ${attempt} ${detail.status}`,
    async (signal) =>
      // Pairs of numbers lose their length on the way through the client's types.
      (await unwrap(
        api.client.GET("/api/v1/coordinator/research/sessions/{session_id}/document", {
          params: { path: { session_id } },
          signal,
        }),
      )) as ReportDocument,
  );
  return (
    <AskedPart of={asking}>{(document) => <Drawn document={document} result={result} />}</AskedPart>
  );
}

function Drawn({ document, result }: { document: ReportDocument; result: ResearchResult }) {
  const reports = useMemo(() => reportsOf(result), [result]);
  const rows = useMemo(
    () => reports.flatMap((each) => (each.status === "success" ? each.evidence : [])),
    [reports],
  );
  const after = useCallback(
    (key: string): ReactNode => {
      if (key === "cover") return <VerdictFoot result={result} />;
      if (key === "debate") return <DebateFoot result={result} />;
      const report = reports.find((each) => each.expert === key);
      return report?.status === "success" ? <ExpertFoot report={report} /> : null;
    },
    [reports, result],
  );
  return (
    <EvidenceProvider rows={rows}>
      <NotesContext value={document.notes ?? {}}>
        <div lang={document.language} className="space-y-5">
          {document.parts.map((part, index) => {
            if (part.type === "section")
              return (
                <Chapter key={part.key} section={part} fold={document.fold ?? ""} after={after} />
              );
            // The page has its own title.
            if (part.type === "block" && part.kind === "title") return null;
            // eslint-disable-next-line react/no-array-index-key -- parts never move
            return <Parts key={index} parts={[part]} />;
          })}
        </div>
      </NotesContext>
    </EvidenceProvider>
  );
}

function VerdictFoot({ result }: { result: ResearchResult }) {
  const say = useWords(reportWords);
  const verdict = verdictOf(result.verdict);
  if (!verdict)
    return (
      <p>{result.judge_error ? say("verdict_failed", { error: result.judge_error }) : null}</p>
    );
  return (
    <>
      <GroundingLine of={verdict.grounding} />
      {verdict.callNumber !== null && (
        <Link href="/calls" className="inline-block text-accent underline">
          {say(verdict.isWalkBack ? "walk_back_book" : "call_book", { number: verdict.callNumber })}
        </Link>
      )}
    </>
  );
}

function DebateFoot({ result }: { result: ResearchResult }) {
  const debate = debateOf(result.debate_outcome);
  return debate && <GroundingLine of={debate.grounding} />;
}

function ExpertFoot({ report }: { report: ExpertReport }) {
  const say = useWords(reportWords);
  return (
    <>
      <GroundingLine of={report.grounding} speaker={report.expert}>
        <EngineBadge engine={report.engine} />
      </GroundingLine>
      {report.evidence.length > 0 && (
        <OnDemand summary={say("evidence_all", { count: report.evidence.length })}>
          <EvidenceTable rows={report.evidence} />
        </OnDemand>
      )}
    </>
  );
}
