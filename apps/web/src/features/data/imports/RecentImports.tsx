// The imports so far, newest first, each with its page.
import { Link } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { type Column, Table } from "../../../ui/Table";
import { type ImportSummary, someOf } from "./model";
import { words } from "./words";

const SHOWN = 10;

export function RecentImports() {
  const api = useApi();
  const say = useWords(words);
  const format = useFormat();
  const { asked } = useAsked("imports", (signal) =>
    unwrap(api.client.GET("/api/v1/data/imports", { signal })),
  );
  if (asked.status !== "there" || asked.value.imports.length === 0) return null;
  const columns: Column<ImportSummary>[] = [
    { name: "files", head: say("files"), cell: filesCell },
    { name: "symbols", head: say("symbols"), cell: ({ symbols }) => someOf(symbols, say) },
    { name: "status", head: say("status"), cell: ({ status }) => say(`status_${status}`) },
    { name: "when", head: say("when"), cell: ({ created_at }) => format.dateTime(created_at) },
  ];
  return (
    <Panel title={say("recent")}>
      <Table
        label={say("recent_table")}
        columns={columns}
        rows={asked.value.imports.slice(0, SHOWN)}
        keyOf={({ import_id }) => import_id}
      />
    </Panel>
  );
}

function filesCell(summary: ImportSummary) {
  return <Files summary={summary} />;
}

function Files({ summary: { import_id, names } }: { summary: ImportSummary }) {
  const say = useWords(words);
  return (
    <Link href={`/data/imports/${import_id}`} className="text-accent underline underline-offset-4">
      {someOf(names, say)}
    </Link>
  );
}
