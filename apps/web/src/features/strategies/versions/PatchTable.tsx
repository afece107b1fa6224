// An RFC 6902 patch as a table: where, what, and the value that is new.
import { UNKNOWN } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { type Column, Table } from "../../../ui/Table";
import { asWritten } from "../rules/document";
import type { Diff } from "../types";
import { words } from "../words";

type Operation = Diff["patch"][number];

const KINDS = { add: "added", remove: "removed", replace: "replaced" } as const;

export function PatchTable({ patch }: { patch: Diff["patch"] }) {
  const say = useWords(words);
  const columns: Column<Operation>[] = [
    {
      name: "op",
      head: say("patch_what"),
      cell: ({ op }) => (isKnown(op) ? say(KINDS[op]) : String(op)),
    },
    { name: "path", head: say("patch_where"), cell: pathCell },
    {
      name: "value",
      head: say("patch_value"),
      cell: valueCell,
    },
  ];
  return <Table label={say("patch")} columns={columns} rows={patch} keyOf={asWritten} />;
}

function pathCell({ path }: Operation) {
  return <code className="break-words">{String(path)}</code>;
}

function valueCell(operation: Operation) {
  return "value" in operation ? (
    <code className="break-words">{asWritten(operation.value)}</code>
  ) : (
    UNKNOWN
  );
}

function isKnown(op: unknown): op is keyof typeof KINDS {
  return typeof op === "string" && Object.hasOwn(KINDS, op);
}
