// The figures of each crisis that there was data for.
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Disclosure } from "../../../ui/Disclosure";
import { type Column, Table } from "../../../ui/Table";
import type { Crisis } from "../report";
import { words } from "../words";

export function CrisisTable({ crises }: { crises: Crisis[] }) {
  const { language } = useLanguage();
  const say = useWords(words);
  const format = useFormat();
  const figure = (
    name: "strategy" | "market" | "drawdown" | "worst_day",
    of: (crisis: Crisis) => number | null,
  ): Column<Crisis> => ({
    name,
    head: say(name),
    cell: (crisis) => format.signedPercent(of(crisis)),
    isFigure: true,
  });
  const columns: Column<Crisis>[] = [
    { name: "crisis", head: say("crisis"), cell: (crisis) => crisis.name[language] },
    {
      name: "state",
      head: say("state"),
      cell: ({ status, proxy }) =>
        proxy ? `${say(status)} · ${say("stood_in", { proxy })}` : say(status),
    },
    figure("strategy", (crisis) => crisis.total_return),
    figure("market", (crisis) => crisis.market_return),
    figure("drawdown", (crisis) => crisis.max_drawdown),
    figure("worst_day", (crisis) => crisis.worst_day),
    { name: "trades", head: say("trades"), cell: (crisis) => crisis.trades, isFigure: true },
  ];
  return (
    <Disclosure summary={say("crises_table")}>
      <Table
        label={say("crises_table")}
        columns={columns}
        rows={crises}
        keyOf={(crisis) => crisis.key}
      />
    </Disclosure>
  );
}
