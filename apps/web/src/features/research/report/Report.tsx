// A whole report: verdict, experts, debate, each number with its evidence.
import { useMemo } from "react";
import { useWords } from "../../../i18n/words";
import type { ResearchResult } from "../experts";
import { debateOf } from "./debate";
import { DebatePart } from "./DebatePart";
import { EvidenceProvider } from "./evidence/EvidenceContext";
import { ExpertCard } from "./ExpertCard";
import { reportsOf } from "./reports";
import { reportWords } from "./reportWords";
import { VerdictPanel } from "./Verdict";

export function Report({ result }: { result: ResearchResult }) {
  const say = useWords(reportWords);
  const reports = useMemo(() => reportsOf(result), [result]);
  const debate = useMemo(() => debateOf(result.debate_outcome), [result]);
  const rows = useMemo(
    () => reports.flatMap((each) => (each.status === "success" ? each.evidence : [])),
    [reports],
  );
  return (
    <EvidenceProvider rows={rows}>
      <div className="space-y-6">
        <VerdictPanel result={result} debate={debate} />
        <section className="space-y-3">
          <h2 className="text-lg font-semibold">{say("experts")}</h2>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            {reports.map((report) => (
              <ExpertCard key={report.expert} report={report} />
            ))}
          </div>
        </section>
        <DebatePart result={result} debate={debate} />
      </div>
    </EvidenceProvider>
  );
}
