// One trade: when and at which prices, what it gave, and what was true when it was decided.
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { colourOf } from "./HeadlineFigures";
import type { Observed, Trade } from "./report";
import { reportWords } from "./reportWords";
import { useGroupName } from "./useGroupName";

export function TradeItem({ trade, isIntraday }: { trade: Trade; isIntraday: boolean }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const nameOf = useGroupName();
  const at = (moment: string) =>
    isIntraday ? format.dateTime(moment) : format.date(moment.slice(0, 10));
  return (
    <div className="border-b border-line py-3 pr-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">
          {say("trade_name", {
            number: trade.number,
            ticker: trade.ticker,
            direction: nameOf("by_direction", trade.direction),
          })}
        </p>
        <p className={`font-mono tabular-nums ${colourOf(trade.profit)}`}>
          {format.signedPercent(trade.return, 2)}
          <span className="ml-3">{format.money(trade.profit)}</span>
        </p>
      </div>
      <p className="text-sm">
        {say("trade_path", {
          entry: at(trade.entry_at),
          entry_price: format.number(trade.entry_price, 4),
          exit: at(trade.exit_at),
          exit_price: format.number(trade.exit_price, 4),
        })}
      </p>
      <details className="text-sm">
        <summary className="flex min-h-10 flex-wrap items-center gap-2 text-soft">
          <span className="underline underline-offset-4">{say("trade_why")}</span>
          <Badge>{nameOf("by_exit", trade.reason)}</Badge>
          <span>
            {say("trade_size", {
              quantity: format.number(trade.quantity),
              bars: format.number(trade.bars, 0),
              costs: format.number(trade.costs),
            })}
          </span>
        </summary>
        <Reasons title={say("why_entry")} seen={trade.why.entry} />
        <Reasons title={say("why_exit")} seen={trade.why.exit} />
      </details>
    </div>
  );
}

function Reasons({ title, seen }: { title: string; seen: readonly Observed[] }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const { language } = useLanguage();
  return (
    <div className="mt-1 mb-2">
      <p className="font-medium">{title}</p>
      {seen.length === 0 && <p className="text-soft">{say("why_forced")}</p>}
      <ul className="list-disc pl-5">
        {seen.map((each) => (
          <li key={each.pointer}>
            {language === "zh" ? each.text_zh : each.text_en}
            <span className="ml-2 text-soft">
              {say("why_seen", {
                left: format.number(each.left, 4),
                right: format.number(each.right, 4),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
