// What a session took: time per step, model calls and money.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Disclosure } from "../../../ui/Disclosure";
import { type Column, Table } from "../../../ui/Table";
import { type ResearchDetail, stepOf } from "../experts";
import { reportWords } from "../report/reportWords";
import { useStepName } from "../useStepName";
import { words } from "../words";

type Node = ResearchDetail["nodes"][number];
type Cost = ResearchDetail["costs"][number];

export function SessionRecord({ detail }: { detail: ResearchDetail }) {
  const say = useWords(reportWords);
  return (
    <Disclosure summary={say("record")}>
      <div className="space-y-4">
        <Money detail={detail} />
        {detail.costs.length > 0 && <Costs costs={detail.costs} />}
        <Timings nodes={detail.nodes} />
      </div>
    </Disclosure>
  );
}

function Money({ detail: { costs, total_cost } }: { detail: ResearchDetail }) {
  const say = useWords(reportWords);
  const format = useFormat();
  if (costs.length === 0) return <p>{say("no_cost")}</p>;
  if (total_cost === null) return <p>{say("cost_unknown")}</p>;
  return <p>{say("total_cost", { cost: format.money(total_cost, "USD") })}</p>;
}

function Costs({ costs }: { costs: readonly Cost[] }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const name = useNodeName();
  const columns: Column<Cost>[] = [
    { name: "node", head: say("node"), cell: (cost) => name(cost.node) },
    { name: "calls", head: say("calls"), cell: (cost) => cost.calls, isFigure: true },
    {
      name: "tokens",
      head: say("tokens"),
      cell: (cost) => `${format.number(cost.input_tokens)} / ${format.number(cost.output_tokens)}`,
      isFigure: true,
    },
    {
      name: "cost",
      head: say("cost"),
      cell: (cost) => format.number(cost.cost, 4),
      isFigure: true,
    },
  ];
  return <Table label={say("costs")} columns={columns} rows={costs} keyOf={(cost) => cost.node} />;
}

function Timings({ nodes }: { nodes: readonly Node[] }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const name = useNodeName();
  const state = useNodeState();
  const columns: Column<Node>[] = [
    { name: "node", head: say("node"), cell: (node) => name(node.node) },
    { name: "attempt", head: say("attempt"), cell: (node) => node.attempt, isFigure: true },
    {
      name: "state",
      head: say("state"),
      cell: (node) => (node.error ? node.error : state(node.status)),
    },
    {
      name: "took",
      head: say("took"),
      cell: (node) => format.number(secondsOf(node)),
      isFigure: true,
    },
  ];
  return (
    <Table
      label={say("timings")}
      columns={columns}
      rows={nodes.filter((node) => stepOf(node.node) !== null)}
      keyOf={(node) => `${node.attempt} ${node.node} ${node.started_at}`}
    />
  );
}

function useNodeName(): (node: string) => string {
  const nameOf = useStepName();
  return (node) => nameOf(stepOf(node) ?? node);
}

function useNodeState(): (status: Node["status"]) => string {
  const say = useWords(words);
  return (status) =>
    say(status === "running" ? "working" : status === "succeeded" ? "done" : status);
}

function secondsOf({ started_at, finished_at }: Node): number | null {
  return finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1000 : null;
}
