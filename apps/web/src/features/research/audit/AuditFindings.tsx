// What an audit found: one line on memory, and a row for each answer in each changed world.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge, type Tone } from "../../../ui/Badge";
import { type Column, Table } from "../../../ui/Table";
import { auditWords } from "./auditWords";
import type { AuditReport } from "./useAudit";

type World = AuditReport["worlds"][number];

interface Row {
  key: string;
  change: string;
  finding: World["verdict"];
}

const TONES: Record<World["verdict"]["state"], Tone> = {
  followed: "good",
  not_followed: "bad",
  unknown: "plain",
};

const OUTCOMES: Record<AuditReport["memory"]["outcome"], Tone> = {
  follows: "good",
  memory: "danger",
  unknown: "plain",
};

export function AuditFindings({ report }: { report: AuditReport }) {
  const say = useWords(auditWords);
  const format = useFormat();
  const columns: Column<Row>[] = [
    { name: "change", head: say("change"), cell: (row) => row.change },
    { name: "answer", head: say("answer"), cell: (row) => row.finding.label },
    {
      name: "moved",
      head: say("before_after"),
      cell: ({ finding }) =>
        `${format.number(finding.before, 2)} → ${format.number(finding.after, 2)}`,
      isFigure: true,
    },
    {
      name: "state",
      head: say("followed"),
      cell: stateOf,
    },
    { name: "finding", head: say("finding"), cell: (row) => row.finding.reason },
  ];
  const { followed, not_followed, unknown } = report;
  return (
    <div className="space-y-3">
      <Memory memory={report.memory} />
      <p>{say("tally", { followed, not_followed, unknown })}</p>
      <Table
        label={say("title")}
        columns={columns}
        rows={rowsOf(report)}
        keyOf={(row) => row.key}
      />
    </div>
  );
}

function stateOf({ finding }: Row) {
  return <Badge tone={TONES[finding.state]}>{finding.state_label}</Badge>;
}

function Memory({ memory }: { memory: AuditReport["memory"] }) {
  return (
    <div className="space-y-1">
      <Badge tone={OUTCOMES[memory.outcome]}>{memory.outcome_label}</Badge>
      {memory.reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  );
}

function rowsOf(report: AuditReport): Row[] {
  return report.worlds.flatMap((world) =>
    [world.verdict, ...world.experts].map((finding, place) => ({
      key: `${world.kind} ${world.expert ?? ""} ${finding.subject}`,
      change: place === 0 ? world.title : "",
      finding,
    })),
  );
}
