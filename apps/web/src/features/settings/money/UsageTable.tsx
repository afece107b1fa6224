// Usage by model, day or purpose, in figures with a bar for each share of the tokens.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { type Column, Table } from "../../../ui/Table";
import { useDollars } from "../dollars";
import { words } from "../words";
import { type Grouping, grouped, type Usage, type UsageGroup } from "./usage";

export function UsageTable({ lines, by }: { lines: Usage["lines"]; by: Grouping }) {
  const say = useWords(words);
  const format = useFormat();
  const dollars = useDollars();
  const rows = grouped(lines, by);
  const most = Math.max(1, ...rows.map(({ tokens }) => tokens));
  const whole = (count: number) => format.number(count, 0);
  const costOf = ({ cost, unpriced }: UsageGroup) =>
    cost !== null && unpriced > 0 ? say("cost_part", { cost: dollars(cost) }) : dollars(cost);
  const columns: Column<UsageGroup>[] = [
    {
      name: "name",
      head: say("group_name"),
      cell: ({ name }) => (by === "day" ? format.date(name) : name),
    },
    { name: "calls", head: say("calls"), cell: (row) => whole(row.calls), isFigure: true },
    { name: "failed", head: say("failed"), cell: (row) => whole(row.failed), isFigure: true },
    { name: "tokens", head: say("tokens"), cell: (row) => whole(row.tokens), isFigure: true },
    { name: "share", head: say("share"), cell: ({ tokens }) => bar(tokens / most) },
    { name: "cost", head: say("cost"), cell: costOf, isFigure: true },
  ];
  return <Table label={say("usage")} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}

function bar(share: number) {
  return (
    <svg aria-hidden="true" className="mt-1.5 h-2.5 w-24">
      <rect width="100%" height="10" fill="var(--well)" />
      <rect width={`${share * 100}%`} height="10" fill="var(--accent)" />
    </svg>
  );
}
