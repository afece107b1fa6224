// The series that are stored, in figures.
import { Link } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { type Column, Table } from "../../ui/Table";
import { dayOf, gapsOf, keyOf, type Series } from "./coverage";
import { words } from "./words";

export function CoverageTable({ series }: { series: readonly Series[] }) {
  const say = useWords(words);
  const format = useFormat();
  const columns: Column<Series>[] = [
    { name: "symbol", head: say("symbol"), cell: symbolCell },
    { name: "timeframe", head: say("timeframe"), cell: ({ timeframe }) => timeframe },
    { name: "first", head: say("first"), cell: ({ first }) => unbroken(format.date(dayOf(first))) },
    { name: "last", head: say("last"), cell: ({ last }) => unbroken(format.date(dayOf(last))) },
    { name: "rows", head: say("rows"), cell: ({ rows }) => format.number(rows, 0), isFigure: true },
    { name: "gaps", head: say("gaps"), cell: (each) => unbroken(gapsOf(each, say)) },
    { name: "source", head: say("source"), cell: sourceCell },
  ];
  return <Table label={say("coverage_figures")} columns={columns} rows={series} keyOf={keyOf} />;
}

function symbolCell({ symbol }: Series) {
  return (
    <Link
      href={`/data/${encodeURIComponent(symbol)}`}
      className="font-mono whitespace-nowrap text-accent underline underline-offset-4"
    >
      {symbol}
    </Link>
  );
}

function sourceCell(series: Series) {
  return <Source series={series} />;
}

function Source({ series: { source, is_demo } }: { series: Series }) {
  const say = useWords(words);
  return is_demo ? <Badge tone="accent">{say("demo")}</Badge> : source;
}

function unbroken(text: string) {
  return <span className="whitespace-nowrap">{text}</span>;
}
