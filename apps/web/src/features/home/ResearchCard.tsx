// One research report at first sight: the newest of one's own, else a run on the demo data in one press, followed here.
import { useState } from "react";
import { Link } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useFormat } from "../../i18n/format";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { ActionFailure } from "../../ui/ActionFailure";
import { AskedPart } from "../../ui/form/AskedPart";
import { Button } from "../../ui/form/Button";
import { LoadingPart } from "../../ui/Loading";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { useAction } from "../../ui/useAction";
import { dataOf } from "../data/missing";
import { EXPERTS, type ResearchDetail, type ResearchSession } from "../research/experts";
import { companyOf } from "../research/report/company";
import { endedCount, type Progress as Steps } from "../research/session/progress";
import { useResearch } from "../research/session/useResearch";
import { startResearch } from "../research/start/startResearch";
import { Summary } from "../research/summary/Summary";
import { useStepName } from "../research/useStepName";
import { nameOf } from "../symbols/instrument";
import type { Seen } from "./useGlance";
import { words } from "./words";

const LOOKED_AT = 10;

export function ResearchCard({ instruments }: { instruments: readonly Seen[] }) {
  const { client } = useApi();
  const [started, setStarted] = useState<string | null>(null);
  const sessions = useAsked("home research", async (signal) => {
    const query = { limit: LOOKED_AT };
    const call = client.GET("/api/v1/coordinator/research/sessions", { params: { query }, signal });
    return (await unwrap(call)).sessions;
  });
  const say = useWords(words);
  return (
    <Panel
      title={say("research")}
      aside={
        <Link href="/research" className="text-sm text-accent underline-offset-4 hover:underline">
          {say("research_all")}
        </Link>
      }
    >
      <AskedPart of={sessions} waiting={<LoadingPart isChart />}>
        {(found) => {
          const shown = started ?? newestOf(found)?.session_id;
          return shown ? (
            <Session key={shown} sessionId={shown} />
          ) : (
            <Offer instruments={instruments} onStarted={setStarted} />
          );
        }}
      </AskedPart>
    </Panel>
  );
}

/** The newest that came to something, or is on its way to. */
export function newestOf(sessions: readonly ResearchSession[]): ResearchSession | undefined {
  return sessions.find(({ status }) => ["running", "completed", "partial"].includes(status));
}

function Session({ sessionId }: { sessionId: string }) {
  const { asking, progress } = useResearch(sessionId);
  return (
    <AskedPart of={asking} waiting={<LoadingPart isChart />}>
      {(detail) =>
        detail.status === "running" ? (
          <Running detail={detail} progress={progress} />
        ) : (
          <Finished detail={detail} />
        )
      }
    </AskedPart>
  );
}

function Running({ detail, progress }: { detail: ResearchDetail; progress: Steps }) {
  const say = useWords(words);
  const nameOfStep = useStepName();
  const ended = endedCount(progress);
  const working = progress.filter(({ state }) => state === "working");
  return (
    <div data-testid="home-research-running" className="space-y-2">
      <p className="font-medium">{say("research_running", { symbol: detail.symbol })}</p>
      <Progress
        value={progress.length > 0 ? ended / progress.length : null}
        label={say("research_steps", { done: ended, all: progress.length })}
      />
      {working.length > 0 && (
        <p className="text-sm text-soft">
          {working.map(({ step }) => nameOfStep(step)).join(" · ")}
        </p>
      )}
    </div>
  );
}

function Finished({ detail }: { detail: ResearchDetail }) {
  const say = useWords(words);
  const format = useFormat();
  const { language } = useLanguage();
  const company = companyOf(detail.result, language);
  return (
    <div data-testid="home-research">
      <p className="mb-3 text-sm text-soft">
        <span className="font-medium text-ink">{company ?? detail.symbol}</span>{" "}
        <span className="font-mono">{detail.symbol}</span> · {format.dateTime(detail.created_at)}
      </p>
      {detail.result ? (
        <Summary detail={detail} result={detail.result} isCompact />
      ) : (
        <p className="text-danger">{detail.error ?? say("research_failed")}</p>
      )}
      <Link
        href={`/research/${detail.session_id}`}
        data-testid="home-research-open"
        className="mt-3 inline-flex min-h-10 items-center font-medium text-accent underline underline-offset-4"
      >
        {say("research_open")}
      </Link>
    </div>
  );
}

interface OfferProps {
  instruments: readonly Seen[];
  onStarted: (sessionId: string) => void;
}

/** As of the last day with data, where the newest bars are old. */
function Offer({ instruments, onStarted }: OfferProps) {
  const say = useWords(words);
  const api = useApi();
  const { language } = useLanguage();
  const wanted = instruments.find(isCompany) ?? instruments[0];
  const starting = useAction(async (symbol: string) => {
    const data = await dataOf(api, { symbol });
    const day = typeof data !== "string" && data.kind === "old" ? data.lastDay : null;
    const order = {
      symbol,
      experts: [...EXPERTS],
      skip_debate: false,
      rounds: 1,
      analysis_date: day,
    };
    onStarted(await startResearch(api, order, language));
  });
  if (!wanted) return <p className="text-soft">{say("market_none")}</p>;
  return (
    <div className="space-y-3">
      <p className="text-pretty">{say("research_none")}</p>
      <Button
        busy={starting.isBusy}
        data-testid="home-research-start"
        onClick={() => void starting.run(wanted.symbol)}
      >
        {say("research_start", { name: nameOf(wanted, language) || wanted.symbol })}
      </Button>
      <ActionFailure error={starting.error} />
    </div>
  );
}

/** An index has no reports to audit. */
function isCompany({ name_en }: Seen): boolean {
  return !/\b(index|etf|fund)\b/i.test(name_en);
}
