// Every trade of a backtest with the reason of its entry and its exit; only what can be seen is drawn.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { MoreButton } from "../../../ui/form/MoreButton";
import { Panel } from "../../../ui/Panel";
import { VirtualList } from "../../../ui/VirtualList";
import { reportWords } from "./reportWords";
import { TradeItem } from "./TradeItem";
import type { Trade } from "./report";
import type { Trades } from "./useTrades";

interface TradesPanelProps {
  trades: Trades;
  isIntraday: boolean;
}

export function TradesPanel({ trades: { pages, total }, isIntraday }: TradesPanelProps) {
  const say = useWords(reportWords);
  const format = useFormat();
  const list = (loaded: readonly Trade[]) => (
    <>
      <VirtualList
        label={say("trade_list")}
        items={loaded}
        keyOf={(trade) => String(trade.number)}
        estimate={112}
        className="max-h-[36rem]"
      >
        {(trade) => <TradeItem trade={trade} isIntraday={isIntraday} />}
      </VirtualList>
      <p role="status" className="mt-3 text-sm text-soft">
        {say("trades_shown", {
          shown: format.number(loaded.length, 0),
          total: format.number(total, 0),
        })}
      </p>
      <MoreButton of={pages} />
    </>
  );
  return (
    <Panel title={say("trade_list")}>
      <div data-testid="trades-table">
        <AskedPart of={pages.asking}>
          {(loaded) =>
            loaded.length === 0 ? <p className="text-soft">{say("no_trades")}</p> : list(loaded)
          }
        </AskedPart>
      </div>
    </Panel>
  );
}
