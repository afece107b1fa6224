// The headline figures, each with what it means in plain words.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import type { Figures } from "./report";
import { reportWords } from "./reportWords";

interface Figure {
  name: string;
  value: string;
  meaning: string;
  /** Coloured by its sign, which the figure carries as well. */
  sign?: number;
}

interface HeadlineFiguresProps {
  figures: Figures;
  /** Only the first four, for a card. */
  isShort?: boolean;
}

export function HeadlineFigures({ figures, isShort = false }: HeadlineFiguresProps) {
  const all = useFigures(figures);
  const shown = isShort ? all.slice(0, 4) : all;
  return (
    <dl
      data-testid="backtest-figures"
      className={`grid gap-px overflow-hidden rounded-md border border-line bg-line ${isShort ? "sm:grid-cols-2" : "sm:grid-cols-2 lg:grid-cols-4"}`}
    >
      {shown.map(({ name, value, meaning, sign = 0 }) => (
        <div key={name} className="bg-surface p-4">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className={`mt-1 font-mono text-2xl tabular-nums ${colourOf(sign)}`}>{value}</dd>
          <dd className="mt-1 text-sm text-pretty text-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function useFigures(of: Figures): Figure[] {
  const say = useWords(reportWords);
  const format = useFormat();
  const held = format.signedPercent(of.benchmark_return);
  const money = (value: number) => format.number(value, 0);
  return [
    {
      name: say("total_return"),
      value: format.signedPercent(of.total_return),
      meaning: say("total_return_means", {
        first: money(of.initial_cash),
        last: money(of.final_equity),
        held,
      }),
      sign: of.total_return,
    },
    {
      name: say("cagr"),
      value: format.signedPercent(of.cagr, 2),
      meaning: say("cagr_means"),
      sign: of.cagr ?? 0,
    },
    {
      name: say("max_drawdown"),
      value: format.percent(of.max_drawdown),
      meaning: say("max_drawdown_means", { bars: format.number(of.longest_drawdown_bars, 0) }),
      sign: of.max_drawdown,
    },
    { name: say("sharpe"), value: format.number(of.sharpe?.value), meaning: useSharpe(of) },
    {
      name: say("trades"),
      value: format.number(of.trades, 0),
      meaning: say("trades_means", {
        rate: format.percent(of.win_rate),
        bars: format.number(of.mean_bars, 1),
      }),
    },
    {
      name: say("profit_factor"),
      value: format.number(of.profit_factor),
      meaning: say("profit_factor_means"),
    },
    {
      name: say("costs"),
      value: format.money(of.costs),
      meaning: say("costs_means", { share: format.percent(of.costs / of.initial_cash, 2) }),
    },
    { name: say("exposure"), value: format.percent(of.exposure), meaning: say("exposure_means") },
  ];
}

/** A ratio with its confidence interval, and whether that interval includes zero. */
function useSharpe({ sharpe }: Figures): string {
  const say = useWords(reportWords);
  const format = useFormat();
  if (sharpe === null) return say("sharpe_none");
  const meaning = say("sharpe_means", {
    level: format.percent(sharpe.level, 0),
    low: format.number(sharpe.low),
    high: format.number(sharpe.high),
  });
  const isLuck = sharpe.low <= 0 && sharpe.high >= 0;
  return isLuck ? `${meaning} ${say("sharpe_luck")}` : meaning;
}

export function colourOf(value: number | null): string {
  if (value === null || value === 0) return "";
  return value > 0 ? "text-up" : "text-down";
}
