// The best finds beside the strategy as it was given, in the fitted period and out of it, and the sentence on luck.
import { Bars } from "../../../charts/Bars";
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { placeOf } from "../report";
import { unbroken } from "../unbroken";
import { type Column, Table } from "../../../ui/Table";
import type { Figures, Find, HeldOut, OptimisationReport } from "./report";
import { useRatio } from "../useRatio";
import { words } from "./words";

interface Row {
  key: string;
  name: string;
  fit: Figures | null;
  out: HeldOut;
  deflated: number | null | undefined;
}

export function Found({ report }: { report: OptimisationReport }) {
  const { language } = useLanguage();
  const say = useWords(words);
  const rows: Row[] = [
    {
      key: "given",
      name: say("given"),
      fit: report.given.fit,
      out: report.given.held_out,
      deflated: undefined,
    },
    ...report.found.map((find, at) => ({
      key: String(find.trial),
      name: say("find", { number: at + 1 }),
      fit: find.fit,
      out: find.held_out,
      deflated: find.overfitting?.deflated_sharpe,
    })),
  ];
  return (
    <>
      <Panel title={say("luck")}>
        <p className="text-pretty" data-testid="optimisation-luck">
          {report.luck[language]}
        </p>
      </Panel>
      <Panel title={say("found")}>
        {report.found.length === 0 && <p className="mb-3">{say("none_found")}</p>}
        <div className="space-y-5">
          <InAndOut rows={rows} />
          <Compared rows={rows} />
          {report.found.map((find, at) => (
            <Changes key={find.trial} find={find} number={at + 1} />
          ))}
          {report.found.length > 0 && <p className="text-soft">{say("unproven")}</p>}
        </div>
      </Panel>
    </>
  );
}

function InAndOut({ rows }: { rows: Row[] }) {
  const say = useWords(words);
  const ratio = useRatio();
  return (
    <Bars
      title={say("bars_title")}
      summary={say("bars_text")}
      bars={rows.map((row) => ({
        key: row.key,
        label: row.name,
        value: row.out.sharpe,
        beside: row.fit?.sharpe,
      }))}
      format={ratio}
      names={{ own: say("out_sharpe"), beside: say("bars_fit") }}
    />
  );
}

function Compared({ rows }: { rows: Row[] }) {
  const say = useWords(words);
  const format = useFormat();
  const ratio = useRatio();
  const outSharpe = ({ out }: Row) =>
    out.sharpe_interval === null
      ? ratio(out.sharpe)
      : say("range", {
          value: ratio(out.sharpe_interval.value),
          low: ratio(out.sharpe_interval.low),
          high: ratio(out.sharpe_interval.high),
        });
  const figure = (name: Parameters<typeof say>[0], cell: (row: Row) => string): Column<Row> => ({
    name,
    head: say(name),
    cell: (row) => unbroken(cell(row)),
    isFigure: true,
  });
  const columns: Column<Row>[] = [
    {
      name: "which",
      head: say("which"),
      cell: (row) => unbroken(row.name),
    },
    figure("out_sharpe", outSharpe),
    figure("out_return", (row) => format.signedPercent(row.out.total_return)),
    figure("out_drawdown", (row) => format.percent(row.out.max_drawdown)),
    figure("out_trades", (row) => format.number(row.out.trades, 0)),
    figure("fit_sharpe", (row) => ratio(row.fit?.sharpe)),
    figure("fit_return", (row) => format.signedPercent(row.fit?.total_return)),
    figure("more_than_luck", (row) => format.percent(row.deflated)),
  ];
  return <Table label={say("compare")} columns={columns} rows={rows} keyOf={(row) => row.key} />;
}

function Changes({ find, number }: { find: Find; number: number }) {
  const say = useWords(words);
  const format = useFormat();
  type Change = Find["changes"][number];
  const label = say("changes", { number });
  const columns: Column<Change>[] = [
    { name: "number", head: say("number"), cell: (change) => placeOf(change.pointer) },
    {
      name: "before",
      head: say("before"),
      cell: (change) => format.number(change.before, 4),
      isFigure: true,
    },
    {
      name: "after",
      head: say("after"),
      cell: (change) => format.number(change.after, 4),
      isFigure: true,
    },
  ];
  return (
    <div>
      <h3 className="mb-1 font-medium">{label}</h3>
      <Table
        label={label}
        columns={columns}
        rows={find.changes}
        keyOf={(change) => change.pointer}
      />
    </div>
  );
}
