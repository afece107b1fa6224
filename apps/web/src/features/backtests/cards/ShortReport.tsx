// A finished backtest inside a conversation: figures and pictures, the candles only when they are wanted.
import { useState } from "react";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Disclosure } from "../../../ui/Disclosure";
import { Button } from "../../../ui/form/Button";
import { EquityFigure } from "../report/EquityFigure";
import { HeadlineFigures } from "../report/HeadlineFigures";
import { MonthlyFigure } from "../report/MonthlyFigure";
import { Prices } from "../report/Prices";
import { type BacktestDetail, type Headline, isIntraday, type Report } from "../report/report";
import { reportWords } from "../report/reportWords";
import { Warnings } from "../report/Summary";
import { useReport } from "../report/useReport";
import { useTrades } from "../report/useTrades";
import { words } from "../words";

interface ShortReportProps {
  backtest: BacktestDetail;
  headline: Headline;
}

export function ShortReport({ backtest, headline }: ShortReportProps) {
  const say = useWords(reportWords);
  const report = useReport(backtest.id);
  return (
    <>
      <HeadlineFigures figures={headline.figures} isShort />
      <Warnings codes={headline.warnings} />
      <AskedPart of={report}>
        {(value) => (
          <>
            <EquityFigure
              report={value}
              figures={headline.figures}
              isIntraday={isIntraday(backtest.timeframe)}
            />
            <Disclosure summary={say("monthly")}>
              <MonthlyFigure rows={value.monthly} />
            </Disclosure>
            <PricesWhenWanted backtest={backtest} report={value} />
          </>
        )}
      </AskedPart>
    </>
  );
}

interface PricesProps {
  backtest: BacktestDetail;
  report: Report;
}

/** Nothing is asked for or drawn until a person wants it. */
function PricesWhenWanted({ backtest, report }: PricesProps) {
  const say = useWords(words);
  const [isWanted, setWanted] = useState(false);
  return (
    <div>
      <Button kind="quiet" aria-expanded={isWanted} onClick={() => setWanted(!isWanted)}>
        {say("card_prices")}
      </Button>
      {isWanted && (
        <div className="mt-3">
          <LoadedPrices backtest={backtest} report={report} />
        </div>
      )}
    </div>
  );
}

function LoadedPrices({ backtest, report }: PricesProps) {
  const trades = useTrades(backtest.id);
  return <Prices backtest={backtest} report={report} trades={trades} />;
}
