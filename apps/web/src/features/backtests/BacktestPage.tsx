// One backtest: under way with its progress, done with its report, or ended without one.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useFormat } from "../../i18n/format";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/form/Asked";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { useTitle } from "../../ui/useTitle";
import { JobProgress } from "../jobs/JobProgress";
import { BacktestActions } from "./BacktestActions";
import { type BacktestDetail, headlineOf, isDemo } from "./report/report";
import { ReportView } from "./report/ReportView";
import { StatusBadge } from "./StatusBadge";
import { useTimeframe } from "./useTimeframe";
import { WithoutResult } from "./WithoutResult";
import { words } from "./words";

export function BacktestPage({ id }: { id: string }) {
  const api = useApi();
  const backtest = useAsked(`backtest:${id}`, (signal) =>
    unwrap(
      api.client.GET("/api/v1/backtests/{backtest_id}", {
        params: { path: { backtest_id: id } },
        signal,
      }),
    ),
  );
  return (
    <div className="mx-auto w-full max-w-6xl">
      <Asked of={backtest}>
        {(value) => (
          <>
            <Head backtest={value} />
            <Body backtest={value} onChange={backtest.again} />
          </>
        )}
      </Asked>
    </div>
  );
}

function Head({ backtest }: { backtest: BacktestDetail }) {
  const say = useWords(words);
  const sayGlobal = useSay();
  const format = useFormat();
  const timeframe = useTimeframe();
  const headline = headlineOf(backtest);
  useTitle(backtest.name);
  const line = [
    ...(backtest.tickers.length > 0 ? [backtest.tickers.join(", ")] : []),
    timeframe(backtest.timeframe),
    backtest.version === null ? say("draft") : say("version", { version: backtest.version }),
    format.dateTime(backtest.created_at),
  ].join(" · ");
  return (
    <>
      <PageHead
        title={backtest.name}
        text={line}
        back={{ href: "/backtests", label: sayGlobal("nav.backtests") }}
        actions={<StatusBadge status={backtest.status} />}
      />
      {headline !== null && isDemo(headline) && (
        <p className="mb-4 rounded-md border border-accent bg-accent-soft px-3 py-2 text-accent">
          {say("demo_text")}
        </p>
      )}
      <BacktestActions backtest={backtest} />
    </>
  );
}

function Body({ backtest, onChange }: { backtest: BacktestDetail; onChange: () => void }) {
  const say = useWords(words);
  const headline = headlineOf(backtest);
  switch (backtest.status) {
    case "pending":
    case "running":
      return (
        <Panel title={say(`status.${backtest.status}`)}>
          <p className="mb-3 text-soft">{say("running_text")}</p>
          <JobProgress jobId={backtest.id} onEnd={onChange} />
        </Panel>
      );
    case "done":
      return headline && <ReportView backtest={backtest} headline={headline} />;
    case "failed":
    case "cancelled":
      return <WithoutResult backtest={backtest} onRetried={onChange} />;
  }
}
