// The strategy and buying and holding side by side.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import type { Figures, Report } from "./report";
import { reportWords } from "./reportWords";

interface Row {
  name: string;
  strategy: string;
  held: string;
}

export function Comparison({ figures, report }: { figures: Figures; report: Report }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const held = report.benchmark;
  const rows: Row[] = [
    {
      name: say("total_return"),
      strategy: format.signedPercent(figures.total_return),
      held: format.signedPercent(held.total_return),
    },
    {
      name: say("cagr"),
      strategy: format.signedPercent(figures.cagr, 2),
      held: format.signedPercent(held.cagr, 2),
    },
    {
      name: say("max_drawdown"),
      strategy: format.percent(figures.max_drawdown),
      held: format.percent(held.max_drawdown),
    },
    {
      name: say("sharpe"),
      strategy: format.number(figures.sharpe?.value),
      held: format.number(held.sharpe),
    },
  ];
  const columns: Column<Row>[] = [
    { name: "name", head: say("compare_head"), cell: (row) => row.name },
    { name: "strategy", head: say("line_strategy"), cell: (row) => row.strategy, isFigure: true },
    { name: "held", head: say("line_held"), cell: (row) => row.held, isFigure: true },
  ];
  return (
    <Panel title={say("compare")}>
      <Table
        label={`${say("line_strategy")} / ${say("line_held")}`}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.name}
      />
    </Panel>
  );
}
