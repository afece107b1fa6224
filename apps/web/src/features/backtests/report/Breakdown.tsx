// The result taken apart: the deepest falls, and the trades by direction, exit, symbol and time held.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Disclosure } from "../../../ui/Disclosure";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import { type Drawdown, type Grouping, GROUPINGS, type Report, type TradeGroup } from "./report";
import { reportWords } from "./reportWords";
import { useGroupName } from "./useGroupName";

export function Breakdown({ report }: { report: Report }) {
  const say = useWords(reportWords);
  return (
    <Panel title={say("breakdown")}>
      <div className="space-y-2">
        <Disclosure summary={say("drawdowns")}>
          <Drawdowns rows={report.drawdowns} />
        </Disclosure>
        {GROUPINGS.filter((grouping) => report[grouping].length > 0).map((grouping) => (
          <Disclosure key={grouping} summary={say(grouping)}>
            <Groups grouping={grouping} rows={report[grouping]} />
          </Disclosure>
        ))}
      </div>
    </Panel>
  );
}

function Drawdowns({ rows }: { rows: readonly Drawdown[] }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const columns: Column<Drawdown>[] = [
    { name: "depth", head: say("depth"), cell: (row) => format.percent(row.depth), isFigure: true },
    { name: "peak", head: say("peak"), cell: (row) => format.date(row.peak) },
    { name: "trough", head: say("trough"), cell: (row) => format.date(row.trough) },
    {
      name: "recovered",
      head: say("recovered"),
      cell: (row) => (row.recovered === null ? say("not_yet") : format.date(row.recovered)),
    },
    {
      name: "bars",
      head: say("lasted"),
      cell: (row) => format.number(row.bars, 0),
      isFigure: true,
    },
  ];
  return <Table label={say("drawdowns")} columns={columns} rows={rows} keyOf={(row) => row.peak} />;
}

function Groups({ grouping, rows }: { grouping: Grouping; rows: readonly TradeGroup[] }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const nameOf = useGroupName();
  const columns: Column<TradeGroup>[] = [
    { name: "group", head: say("group"), cell: (row) => nameOf(grouping, row.label) },
    {
      name: "trades",
      head: say("trades"),
      cell: (row) => format.number(row.trades, 0),
      isFigure: true,
    },
    {
      name: "won",
      head: say("win_rate"),
      cell: (row) => format.percent(row.win_rate),
      isFigure: true,
    },
    {
      name: "mean",
      head: say("mean_return"),
      cell: (row) => format.signedPercent(row.mean_return, 2),
      isFigure: true,
    },
    {
      name: "profit",
      head: say("profit"),
      cell: (row) => format.money(row.profit),
      isFigure: true,
    },
  ];
  return <Table label={say(grouping)} columns={columns} rows={rows} keyOf={(row) => row.label} />;
}
