// All rows that an expert was handed, for who wants to check each.
import { useFormat } from "../../../../i18n/format";
import { useWords } from "../../../../i18n/words";
import { type Column, Table } from "../../../../ui/Table";
import type { EvidenceRow } from "./evidence";
import { reportWords } from "../reportWords";

export function EvidenceTable({ rows }: { rows: readonly EvidenceRow[] }) {
  const say = useWords(reportWords);
  const format = useFormat();
  const columns: Column<EvidenceRow>[] = [
    { name: "tag", head: say("evidence_tag"), cell: (row) => row.tag },
    { name: "what", head: say("evidence_what"), cell: (row) => row.name },
    { name: "value", head: say("evidence_value"), cell: (row) => row.value, isFigure: true },
    { name: "period", head: say("evidence_period"), cell: (row) => row.period || "—" },
    { name: "source", head: say("evidence_source"), cell: (row) => row.source || "—" },
    {
      name: "known",
      head: say("evidence_known"),
      cell: (row) => (row.isRule ? "—" : format.date(row.knownAt)),
    },
  ];
  return (
    <div className="relative max-h-96 overflow-y-auto">
      <Table
        label={say("evidence_all", { count: rows.length })}
        columns={columns}
        rows={rows}
        keyOf={(row) => row.tag}
      />
    </div>
  );
}
