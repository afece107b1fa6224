// One research session: how far it is, what came of it, and what can be done with it.
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Asked } from "../../../ui/form/Asked";
import { Badge } from "../../../ui/Badge";
import { PageHead } from "../../../ui/PageHead";
import { useTitle } from "../../../ui/useTitle";
import { AuditPanel } from "../audit/AuditPanel";
import { isDemoSymbol, type ResearchDetail } from "../experts";
import { companyOf } from "../report/company";
import { Report } from "../report/Report";
import { StatusBadge } from "../StatusBadge";
import { Summary } from "../summary/Summary";
import { words } from "../words";
import { CompareWith } from "../compare/CompareWith";
import { EarlierDay } from "./EarlierDay";
import { ExpertProgress } from "./ExpertProgress";
import { SessionActions } from "./SessionActions";
import { SessionRecord } from "./SessionRecord";
import { sessionWords } from "./sessionWords";
import { type Research, useResearch } from "./useResearch";

export function SessionPage({ sessionId }: { sessionId: string }) {
  const research = useResearch(sessionId);
  return (
    <Asked of={research.asking}>
      {(detail) => <Session detail={detail} research={research} />}
    </Asked>
  );
}

function Session({ detail, research }: { detail: ResearchDetail; research: Research }) {
  const say = useWords(sessionWords);
  const { language } = useLanguage();
  const company = companyOf(detail.result, language);
  const title =
    company && company !== detail.symbol ? `${company} ${detail.symbol}` : detail.symbol;
  useTitle(title);
  const isRunning = detail.status === "running";
  const progress = (
    <ExpertProgress progress={research.progress} isRunning={isRunning} isAway={research.isAway} />
  );
  return (
    <article className="mx-auto w-full max-w-6xl space-y-6">
      <PageHead
        title={title}
        text={<SessionDetails detail={detail} />}
        back={{ href: "/research", label: say("back") }}
      />
      <Trouble detail={detail} />
      <EarlierDay detail={detail} />
      {isRunning && progress}
      {detail.result && !isRunning && hasVerdict(detail) && (
        <Summary detail={detail} result={detail.result} />
      )}
      <SessionActions detail={detail} onChange={research.asking.again} />
      {!isRunning && <CompareWith detail={detail} />}
      {detail.result && !isRunning && <Report detail={detail} result={detail.result} />}
      {!detail.result && !isRunning && <p className="text-soft">{say("no_result")}</p>}
      {!isRunning && progress}
      {detail.result && <AuditPanel symbol={detail.symbol} asOf={detail.analysis_date} />}
      <SessionRecord detail={detail} />
    </article>
  );
}

/** Where every expert failed there is nothing to draw. */
function hasVerdict({ result }: ResearchDetail): boolean {
  return result !== null && result.overall_status !== "failed";
}

function SessionDetails({ detail }: { detail: ResearchDetail }) {
  const say = useWords(sessionWords);
  const sayPage = useWords(words);
  const format = useFormat();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <StatusBadge status={detail.status} />
      {isDemoSymbol(detail.symbol) && (
        <>
          <Badge tone="accent">{sayPage("demo")}</Badge>
          <span>{sayPage("demo_text")}</span>
        </>
      )}
      <span>{say("asked_at", { date: format.dateTime(detail.created_at) })}</span>
      {detail.analysis_date && (
        <span>{say("analysis_date", { date: format.date(detail.analysis_date) })}</span>
      )}
      {detail.attempt > 1 && <span>{say("attempt", { count: detail.attempt })}</span>}
    </span>
  );
}

function Trouble({ detail: { status, error } }: { detail: ResearchDetail }) {
  const say = useWords(sessionWords);
  if (status === "running" || status === "completed") return null;
  return (
    <p className="rounded-md border border-danger bg-danger-soft px-4 py-3 break-words">
      {say(`${status}_text`, {
        error: error ? error.replace(/[.。]$/, "") : say("unknown_reason"),
      })}
    </p>
  );
}
