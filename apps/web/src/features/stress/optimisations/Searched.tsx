// On which days the search looked, how much it tried, and which numbers it was free to change.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import { placeOf } from "../report";
import type { OptimisationReport } from "./report";
import { words } from "./words";

type Tuned = OptimisationReport["tuned"][number];

export function Searched({ report }: { report: OptimisationReport }) {
  const say = useWords(words);
  const format = useFormat();
  const { periods, counts, limits } = report;
  const whole = (value: number) => format.number(value, 0);
  return (
    <Panel title={say("searched")}>
      <p>
        {say("searched_text", {
          fit_first: day(periods.fit.first),
          fit_last: day(periods.fit.last),
          fit_bars: whole(periods.fit_bars),
          purged: whole(periods.purged_bars),
          out_first: day(periods.held_out.first),
          out_last: day(periods.held_out.last),
          out_bars: whole(periods.held_out_bars),
        })}
      </p>
      <p className="mt-2">
        {say("counts_text", {
          completed: whole(counts.completed),
          distinct: whole(counts.distinct),
          within: whole(counts.within_limits),
          given_up: whole(counts.given_up),
          refused: whole(counts.refused),
        })}{" "}
        {say("limits_text", { trades: whole(limits.fewest_trades) })}
      </p>
      <h3 className="mt-4 mb-1 font-medium">{say("tuned")}</h3>
      <TunedTable tuned={report.tuned} />
    </Panel>
  );
}

function TunedTable({ tuned }: { tuned: Tuned[] }) {
  const say = useWords(words);
  const format = useFormat();
  const columns: Column<Tuned>[] = [
    { name: "number", head: say("number"), cell: (each) => placeOf(each.pointer) },
    {
      name: "chosen",
      head: say("chosen"),
      cell: (each) => format.number(each.chosen, 4),
      isFigure: true,
    },
    {
      name: "values",
      head: say("values"),
      cell: (each) =>
        say("between", {
          low: format.number(Math.min(...each.values), 4),
          high: format.number(Math.max(...each.values), 4),
          count: each.values.length,
        }),
      isFigure: true,
    },
  ];
  return (
    <Table label={say("tuned")} columns={columns} rows={tuned} keyOf={(each) => each.pointer} />
  );
}

function day(at: string): string {
  return at.slice(0, 10);
}
