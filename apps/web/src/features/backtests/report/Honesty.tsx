// How a backtest was reckoned and what not to trust in it, with the terms it really had.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { noteWords } from "./noteWords";
import { type BacktestDetail, type Headline, termsOf } from "./report";

interface HonestyProps {
  backtest: BacktestDetail;
  headline: Headline;
  market: string;
}

export function Honesty({ backtest, headline, market }: HonestyProps) {
  const say = useWords(noteWords);
  const notes = useNotes({ backtest, headline, market });
  return (
    <Panel title={say("title")}>
      <ul className="list-disc space-y-1.5 pl-5 text-pretty">
        {notes.map((note) => (
          <li key={note} className="break-words">
            {note}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function useNotes({ backtest, headline, market }: HonestyProps): string[] {
  const say = useWords(noteWords);
  const format = useFormat();
  const { cash, leverage, costs } = termsOf(backtest);
  const exact = (value: number) => `${format.number(value * 100, 4)}%`;
  return [
    say("trials", { count: format.number(backtest.trials, 0) }),
    say("no_split"),
    say("fill"),
    say("cash", { cash: format.number(cash, 0), leverage: format.number(leverage) }),
    say("commission", {
      rate: exact(costs.commission_rate),
      per_share: format.number(costs.commission_per_share, 4),
      minimum: format.number(costs.commission_minimum),
    }),
    say("slippage", {
      slippage: exact(costs.slippage),
      spread: exact(costs.spread),
      impact: format.number(costs.impact, 4),
    }),
    ...(market === "cn_stocks" ? [say("cn_stocks")] : []),
    say("prices"),
    say("liquidity"),
    say("survivorship"),
    say("known", { as_of: format.dateTime(String(backtest.plan.as_of)) }),
    say("source", {
      source: [...new Set(Object.values(headline.data.sources))].join(", "),
      hash: headline.data.sha256.slice(0, 12),
      engine: headline.engine_version,
    }),
    say("advice"),
  ];
}
