// Candles with trades, one symbol at a time, and the account in step with them.
import { useMemo, useState } from "react";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { SelectField } from "../../../ui/form/SelectField";
import type { BacktestDetail, Report } from "./report";
import { reportWords } from "./reportWords";
import { TickerChart } from "./TickerChart";
import { accountLines, useAccountCurves } from "./useAccountCurves";
import type { Trades } from "./useTrades";

interface PricesProps {
  backtest: BacktestDetail;
  report: Report;
  trades: Trades;
}

export function Prices({ backtest, report, trades }: PricesProps) {
  const say = useWords(reportWords);
  const [ticker, setTicker] = useState(report.tickers[0] ?? "");
  const curves = useAccountCurves(report);
  const account = useMemo(() => accountLines(curves), [curves]);
  if (ticker === "") return null;
  return (
    <div className="space-y-4">
      {report.tickers.length > 1 && (
        <SelectField
          label={say("ticker")}
          options={report.tickers.map((each) => ({ value: each, label: each }))}
          value={ticker}
          onChoose={setTicker}
        />
      )}
      <AskedPart of={trades.pages.asking}>
        {(loaded) => (
          <TickerChart
            key={ticker}
            ticker={ticker}
            backtest={backtest}
            report={report}
            trades={loaded}
            account={account}
          />
        )}
      </AskedPart>
    </div>
  );
}
