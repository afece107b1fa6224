// The `backtest_charts` card: what a backtest came to, in short, with the way to all of it.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Badge } from "../../../ui/Badge";
import { JobProgress } from "../../jobs/JobProgress";
import type { CardProps } from "../../cards";
import { LinkButton } from "../../../ui/form/LinkButton";
import { type BacktestDetail, headlineOf, isDemo, isUnderWay } from "../report/report";
import { StatusBadge } from "../StatusBadge";
import { words } from "../words";
import { ShortReport } from "./ShortReport";

/** The id of a backtest is the id of its job. */
export default function BacktestChartsCard({ card }: CardProps<"backtest_charts">) {
  const api = useApi();
  const backtest = useAsked(`backtest:${card.job_id}`, (signal) =>
    unwrap(
      api.client.GET("/api/v1/backtests/{backtest_id}", {
        params: { path: { backtest_id: card.job_id } },
        signal,
      }),
    ),
  );
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-4">
      <AskedPart of={backtest}>
        {(value) => <Content backtest={value} onChange={backtest.again} />}
      </AskedPart>
    </section>
  );
}

function Content({ backtest, onChange }: { backtest: BacktestDetail; onChange: () => void }) {
  const say = useWords(words);
  const headline = headlineOf(backtest);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto font-semibold break-words">{backtest.name}</h2>
        {headline !== null && isDemo(headline) && <Badge tone="accent">{say("demo")}</Badge>}
        <StatusBadge status={backtest.status} />
      </div>
      {isUnderWay(backtest.status) && <JobProgress jobId={backtest.id} onEnd={onChange} />}
      {backtest.status === "failed" && (
        <p className="break-words text-danger">{backtest.error ?? say("failed_unsaid")}</p>
      )}
      {headline !== null && <ShortReport backtest={backtest} headline={headline} />}
      <LinkButton href={`/backtests/${backtest.id}`}>{say("card_link")}</LinkButton>
    </div>
  );
}
