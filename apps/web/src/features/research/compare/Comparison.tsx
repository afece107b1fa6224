// What two sessions said about the same things, and what is different.
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import type { ResearchDetail, ResearchResult } from "../experts";
import { SignalBadge } from "../report/Signal";
import { verdictOf } from "../report/verdict";
import { StatusBadge } from "../StatusBadge";
import { Summary } from "../summary/Summary";
import { useStepName } from "../useStepName";
import { words } from "../words";
import { Changes } from "./Changes";
import { type CompareRow, compared, type Said } from "./rows";

interface ComparisonProps {
  first: ResearchDetail;
  second: ResearchDetail;
}

export function Comparison({ first, second }: ComparisonProps) {
  const say = useWords(words);
  const nameOf = useStepName();
  const rows = compared(first.result, second.result);
  const columns: Column<CompareRow>[] = [
    { name: "what", head: say("column_what"), cell: (row) => nameOf(row.what) },
    {
      name: "first",
      head: <SessionHead label={say("first")} of={first} />,
      cell: ({ first: said }) => saidCell(said),
    },
    {
      name: "second",
      head: <SessionHead label={say("second")} of={second} />,
      cell: ({ second: said }) => saidCell(said),
    },
  ];
  return (
    <div className="space-y-6">
      <div className="grid gap-4 lg:grid-cols-2">
        {[first, second].map((detail) => (
          <Side key={detail.session_id} detail={detail} />
        ))}
      </div>
      <Panel title={say("changed")}>
        {first.symbol !== second.symbol && <p className="mb-2">{say("different_symbols")}</p>}
        <Changes
          rows={rows}
          probabilities={[probabilityOf(first.result), probabilityOf(second.result)]}
        />
      </Panel>
      <Panel>
        <Table
          label={say("compare_title")}
          columns={columns}
          rows={rows}
          keyOf={(row) => row.what}
        />
      </Panel>
    </div>
  );
}

function probabilityOf(result: ResearchResult | null): number | null {
  return verdictOf(result?.verdict)?.probability ?? null;
}

/** What one of them came to, under its own name. */
function Side({ detail }: { detail: ResearchDetail }) {
  const say = useWords(words);
  const format = useFormat();
  const day = detail.analysis_date
    ? format.date(detail.analysis_date)
    : format.dateTime(detail.created_at);
  return (
    <Panel title={`${detail.symbol} · ${day}`}>
      {detail.result ? (
        <Summary detail={detail} result={detail.result} isCompact />
      ) : (
        <p className="text-soft">{say("no_result")}</p>
      )}
    </Panel>
  );
}

function SessionHead({ label, of }: { label: string; of: ResearchDetail }) {
  const format = useFormat();
  return (
    <span className="flex flex-col items-start gap-1">
      <span>{label}</span>
      <Link href={`/research/${of.session_id}`} className="text-accent underline">
        {of.symbol} · {format.dateTime(of.created_at)}
      </Link>
      <StatusBadge status={of.status} />
    </span>
  );
}

function saidCell(said: Said) {
  return <SaidCell said={said} />;
}

function SaidCell({ said }: { said: Said }) {
  const say = useWords(words);
  const format = useFormat();
  if (said.state === "failed") return <span className="text-danger">{say("failed")}</span>;
  if (said.state === "absent") return <span className="text-soft">{say("no_result")}</span>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <SignalBadge word={said.word} />
      <span className="font-mono tabular-nums">{format.percent(said.confidence, 0)}</span>
    </span>
  );
}
