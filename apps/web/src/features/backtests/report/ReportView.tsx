// All that a finished backtest came to, from the figures down to each trade and each assumption.
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Panel } from "../../../ui/Panel";
import { Breakdown } from "./Breakdown";
import { Comparison } from "./Comparison";
import { EquityFigure } from "./EquityFigure";
import { HeadlineFigures } from "./HeadlineFigures";
import { Honesty } from "./Honesty";
import { MonthlyFigure } from "./MonthlyFigure";
import { Prices } from "./Prices";
import { type BacktestDetail, type Headline, isIntraday, type Report } from "./report";
import { reportWords } from "./reportWords";
import { Summary, Warnings } from "./Summary";
import { TradesPanel } from "./TradesPanel";
import { useReport } from "./useReport";
import { useTrades } from "./useTrades";

interface ReportViewProps {
  backtest: BacktestDetail;
  headline: Headline;
}

export function ReportView({ backtest, headline }: ReportViewProps) {
  const say = useWords(reportWords);
  const report = useReport(backtest.id);
  return (
    <div className="space-y-4">
      <Panel title={say("figures")}>
        <HeadlineFigures figures={headline.figures} />
        {headline.warnings.length > 0 && (
          <div className="mt-4 -mb-4">
            <Warnings codes={headline.warnings} />
          </div>
        )}
      </Panel>
      <AskedPart of={report}>
        {(value) => <Details backtest={backtest} headline={headline} report={value} />}
      </AskedPart>
    </div>
  );
}

function Details({ backtest, headline, report }: ReportViewProps & { report: Report }) {
  const trades = useTrades(backtest.id);
  const intraday = isIntraday(backtest.timeframe);
  return (
    <>
      <Panel>
        {report.tickers.length === 0 ? (
          <EquityFigure report={report} figures={headline.figures} isIntraday={intraday} />
        ) : (
          <Prices backtest={backtest} report={report} trades={trades} />
        )}
      </Panel>
      <Summary headline={headline} />
      <Panel>
        <MonthlyFigure rows={report.monthly} />
      </Panel>
      <Comparison figures={headline.figures} report={report} />
      <TradesPanel trades={trades} isIntraday={intraday} />
      <Breakdown report={report} />
      <Honesty backtest={backtest} headline={headline} market={report.market} />
    </>
  );
}
