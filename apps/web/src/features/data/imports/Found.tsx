// What the files hold: instruments, problems by line, and the first rows as they would be stored.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import { dayOf } from "../coverage";
import { type DataImport, problemOf, valueOf } from "./model";
import { words } from "./words";

type Instrument = DataImport["instruments"][number];
type Row = DataImport["preview"][number];

export function Instruments({ found }: { found: DataImport }) {
  const say = useWords(words);
  const format = useFormat();
  const day = (instant: string | null) => (instant === null ? "—" : format.date(dayOf(instant)));
  const columns: Column<Instrument>[] = [
    {
      name: "symbol",
      head: say("symbol"),
      cell: ({ symbol }) => symbol || say("whole_market"),
    },
    {
      name: "content",
      head: say("content"),
      cell: ({ kind, timeframe }) => `${valueOf("kind", kind, say)} ${timeframe ?? ""}`.trim(),
    },
    { name: "from", head: say("from"), cell: ({ first }) => unbroken(day(first)) },
    { name: "to", head: say("to"), cell: ({ last }) => unbroken(day(last)) },
    {
      name: "rows",
      head: say("rows"),
      cell: ({ rows }) => format.number(rows, 0),
      isFigure: true,
    },
    {
      name: "refused",
      head: say("refused"),
      cell: ({ refused }) => format.number(refused, 0),
      isFigure: true,
    },
    { name: "file", head: say("file"), cell: ({ file }) => file },
  ];
  if (found.instruments.length === 0) return null;
  return (
    <Panel title={say("instruments")}>
      <Table
        label={say("instruments_table")}
        columns={columns}
        rows={found.instruments}
        keyOf={({ file, symbol, kind, timeframe }) => `${file} ${symbol} ${kind} ${timeframe}`}
      />
    </Panel>
  );
}

export function Problems({ found }: { found: DataImport }) {
  const say = useWords(words);
  if (found.problems.length === 0 && found.left_off === 0) return null;
  return (
    <Panel title={say("problems")}>
      <ul className="grid gap-1 text-sm">
        {found.problems.map((problem) => (
          <li key={`${problem.file} ${problem.symbol} ${problem.line} ${problem.problem}`}>
            {problemOf(problem, say)}
          </li>
        ))}
      </ul>
      {found.left_off > 0 && (
        <p className="mt-2 text-sm text-soft">{say("left_off", { count: found.left_off })}</p>
      )}
    </Panel>
  );
}

export function Preview({ found }: { found: DataImport }) {
  const say = useWords(words);
  const format = useFormat();
  const bars = found.preview.filter(({ close }) => close !== null);
  const others = found.preview.filter(({ close }) => close === null);
  const isIntraday = found.instruments.some(({ timeframe }) => /[mh]$/.test(timeframe ?? ""));
  const time = (instant: string) =>
    unbroken(isIntraday ? instant.slice(0, 16).replace("T", " ") : dayOf(instant));
  const figure = (name: "open" | "high" | "low" | "close" | "volume"): Column<Row> => ({
    name,
    head: say(name),
    cell: (row) => format.number(row[name], name === "volume" ? 0 : 4),
    isFigure: true,
  });
  const first: Column<Row>[] = [
    { name: "symbol", head: say("symbol"), cell: ({ symbol }) => symbol ?? say("whole_market") },
    { name: "time", head: say("time"), cell: (row) => time(row.time) },
  ];
  const last: Column<Row>[] = [
    { name: "what", head: say("what"), cell: ({ what }) => what ?? "—" },
    { name: "value", head: say("value"), cell: ({ text }) => text ?? "—" },
  ];
  const keyOf = (row: Row) => `${row.file} ${row.symbol} ${row.time} ${row.what} ${row.text}`;
  const label = say("preview_table");
  if (found.preview.length === 0) return null;
  return (
    <Panel title={say("preview")}>
      {bars.length > 0 && (
        <Table
          label={label}
          columns={[...first, ...(["open", "high", "low", "close", "volume"] as const).map(figure)]}
          rows={bars}
          keyOf={keyOf}
        />
      )}
      {others.length > 0 && (
        <Table label={label} columns={[...first, ...last]} rows={others} keyOf={keyOf} />
      )}
    </Panel>
  );
}

function unbroken(text: string) {
  return <span className="whitespace-nowrap">{text}</span>;
}
