// The latest calls to models: what for, how they ended, what they cost.
import type { Asking } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import { AskedPart } from "../../../ui/form/AskedPart";
import { useDollars } from "../dollars";
import { words } from "../words";
import type { ModelCall } from "./usage";

export function LastCalls({ calls }: { calls: Asking<{ calls: ModelCall[] }> }) {
  const say = useWords(words);
  return (
    <Panel title={say("last_calls")}>
      <AskedPart of={calls}>
        {({ calls: rows }) =>
          rows.length === 0 ? (
            <p className="text-soft">{say("last_calls_none")}</p>
          ) : (
            <CallTable rows={rows} />
          )
        }
      </AskedPart>
    </Panel>
  );
}

function CallTable({ rows }: { rows: ModelCall[] }) {
  const say = useWords(words);
  const format = useFormat();
  const dollars = useDollars();
  const tokens = ({ input_tokens, output_tokens }: ModelCall) =>
    `${format.number(input_tokens, 0)} / ${format.number(output_tokens, 0)}`;
  const columns: Column<ModelCall>[] = [
    { name: "when", head: say("when"), cell: (call) => format.dateTime(call.started_at) },
    { name: "model", head: say("model"), cell: (call) => `${call.alias} · ${call.model}` },
    {
      name: "caller",
      head: say("caller"),
      cell: ({ caller, agent, step }) => [caller, agent, step].filter(Boolean).join(" · "),
    },
    { name: "status", head: say("status"), cell: statusCell },
    {
      name: "tokens",
      head: say("total_tokens"),
      cell: (call) => unbroken(tokens(call)),
      isFigure: true,
    },
    {
      name: "latency",
      head: say("latency"),
      cell: ({ latency_ms }) => unbroken(say("ms", { ms: format.number(latency_ms, 0) })),
      isFigure: true,
    },
    {
      name: "cost",
      head: say("cost"),
      cell: ({ cost }) => unbroken(dollars(cost)),
      isFigure: true,
    },
  ];
  return (
    <Table
      label={say("last_calls_figures")}
      columns={columns}
      rows={rows}
      keyOf={({ attempt_id }) => attempt_id}
    />
  );
}

function statusCell(call: ModelCall) {
  return <Status call={call} />;
}

function Status({ call: { status, error_message } }: { call: ModelCall }) {
  const say = useWords(words);
  return (
    <div className="min-w-40">
      {say(`status_${status}`)}
      {error_message && <p className="text-danger">{error_message}</p>}
    </div>
  );
}

function unbroken(text: string) {
  return <span className="whitespace-nowrap">{text}</span>;
}
