// One strategy with its equity: the newest finished backtest of one's own, else a template tested in one press.
import { lazy, Suspense, useState } from "react";
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
import { useAction } from "../../ui/useAction";
import { colourOf } from "../backtests/report/HeadlineFigures";
import {
  type BacktestDetail,
  type Figures,
  type Headline,
  headlineOf,
  isIntraday,
  isUnderWay,
} from "../backtests/report/report";
import { reportWords } from "../backtests/report/reportWords";
import { useAccountCurves } from "../backtests/report/useAccountCurves";
import { useReport } from "../backtests/report/useReport";
import { JobProgress } from "../jobs/JobProgress";
import { descriptionOf, nameOf } from "../strategies/rules/document";
import type { Seen } from "./useGlance";
import { words } from "./words";

const CurveChart = lazy(() => import("../../charts/CurveChart"));
const LOOKED_AT = 10;

export function StrategyCard({ instruments }: { instruments: readonly Seen[] }) {
  const { client } = useApi();
  const say = useWords(words);
  const [started, setStarted] = useState<string | null>(null);
  const backtests = useAsked("home backtests", async (signal) => {
    const query = { limit: LOOKED_AT };
    return (await unwrap(client.GET("/api/v1/backtests", { params: { query }, signal }))).backtests;
  });
  return (
    <Panel
      title={say("strategy")}
      aside={
        <Link href="/backtests" className="text-sm text-accent underline-offset-4 hover:underline">
          {say("strategy_all")}
        </Link>
      }
    >
      <AskedPart of={backtests} waiting={<LoadingPart isChart />}>
        {(found) => {
          const newest = found.find(({ status }) => status === "done" || isUnderWay(status));
          const shown = started ?? newest?.id;
          return shown ? (
            <Tested key={shown} id={shown} />
          ) : (
            <Offer instruments={instruments} onStarted={setStarted} />
          );
        }}
      </AskedPart>
    </Panel>
  );
}

function Tested({ id }: { id: string }) {
  const { client } = useApi();
  const backtest = useAsked(`home backtest ${id}`, (signal) =>
    unwrap(
      client.GET("/api/v1/backtests/{backtest_id}", {
        params: { path: { backtest_id: id } },
        signal,
      }),
    ),
  );
  return (
    <AskedPart of={backtest} waiting={<LoadingPart isChart />}>
      {(value) => {
        const headline = headlineOf(value);
        if (isUnderWay(value.status))
          return <JobProgress jobId={value.id} onEnd={backtest.again} />;
        return headline ? (
          <Result backtest={value} headline={headline} />
        ) : (
          <p className="break-words text-danger">{value.error}</p>
        );
      }}
    </AskedPart>
  );
}

function Result({ backtest, headline }: { backtest: BacktestDetail; headline: Headline }) {
  const say = useWords(words);
  const format = useFormat();
  const { figures } = headline;
  return (
    <div data-testid="home-backtest">
      <p className="mb-3 text-sm text-soft">
        <span className="font-medium text-ink">{backtest.name}</span> ·{" "}
        <span className="font-mono">{backtest.tickers.join(", ")}</span> ·{" "}
        {say("strategy_period", {
          first: format.date(headline.data.first.slice(0, 10)),
          last: format.date(headline.data.last.slice(0, 10)),
        })}
      </p>
      <Short figures={figures} />
      <div className="mt-3">
        <Equity backtest={backtest} figures={figures} />
      </div>
      <Link
        href={`/backtests/${backtest.id}`}
        data-testid="home-backtest-open"
        className="mt-3 inline-flex min-h-10 items-center font-medium text-accent underline underline-offset-4"
      >
        {say("strategy_open", { count: figures.trades })}
      </Link>
    </div>
  );
}

function Short({ figures }: { figures: Figures }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const shown = [
    [say("total_return"), format.signedPercent(figures.total_return), figures.total_return],
    [say("max_drawdown"), format.percent(figures.max_drawdown), 0],
    [say("sharpe"), format.number(figures.sharpe?.value), 0],
    [say("trades"), format.number(figures.trades, 0), 0],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {shown.map(([name, value, sign]) => (
        <div key={name}>
          <dt className="text-sm text-soft">{name}</dt>
          <dd className={`text-2xl leading-tight font-semibold tabular-nums ${colourOf(sign)}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Equity({ backtest, figures }: { backtest: BacktestDetail; figures: Figures }) {
  const report = useReport(backtest.id);
  return (
    <AskedPart of={report} waiting={<LoadingPart isChart />}>
      {(value) => <Curve report={value} backtest={backtest} figures={figures} />}
    </AskedPart>
  );
}

interface CurveProps {
  report: Parameters<typeof useAccountCurves>[0];
  backtest: BacktestDetail;
  figures: Figures;
}

function Curve({ report, backtest, figures }: CurveProps) {
  const say = useWords(words);
  const format = useFormat();
  const { lines } = useAccountCurves(report);
  return (
    <Suspense fallback={<LoadingPart isChart />}>
      <CurveChart
        title={say("strategy_equity")}
        summary={say("strategy_equity_text", {
          first: format.number(figures.initial_cash, 0),
          last: format.number(figures.final_equity, 0),
        })}
        lines={lines}
        isIntraday={isIntraday(backtest.timeframe)}
        isCompact
      />
    </Suspense>
  );
}

interface OfferProps {
  instruments: readonly Seen[];
  onStarted: (backtestId: string) => void;
}

/** A template of the trend kind: the first that the stored bars can run. */
function Offer({ instruments, onStarted }: OfferProps) {
  const say = useWords(words);
  const { client } = useApi();
  const { language } = useLanguage();
  const ticker = instruments[0]?.symbol;
  const templates = useAsked(`home template ${ticker}`, async (signal) => {
    if (ticker === undefined) return null;
    const query = {
      ticker,
      family: "trend_continuation" as const,
      holding_period: "swing_days" as const,
      language,
    };
    const call = client.GET("/api/v1/strategies/templates", { params: { query }, signal });
    return (await unwrap(call)).templates[0] ?? null;
  });
  const starting = useAction(async (document: { [key: string]: unknown }) => {
    const made = await unwrap(client.POST("/api/v1/strategies", { body: { document } }));
    const body = { strategy_id: made.strategy_id };
    onStarted((await unwrap(client.POST("/api/v1/backtests", { body }))).id);
  });
  return (
    <AskedPart of={templates}>
      {(template) =>
        template === null ? (
          <p className="text-soft">{say(ticker ? "strategy_no_template" : "market_none")}</p>
        ) : (
          <div className="space-y-3">
            <p className="text-pretty">
              {say("strategy_none", {
                name: nameOf(template.document) ?? "",
                symbol: ticker ?? "",
              })}
            </p>
            <p className="text-sm text-soft">{descriptionOf(template.document)}</p>
            {template.traded && <p className="text-sm text-soft">{template.traded.text}</p>}
            <Button
              busy={starting.isBusy}
              data-testid="home-backtest-start"
              onClick={() => void starting.run(template.document)}
            >
              {say("strategy_start")}
            </Button>
            <ActionFailure error={starting.error} />
          </div>
        )
      }
    </AskedPart>
  );
}
