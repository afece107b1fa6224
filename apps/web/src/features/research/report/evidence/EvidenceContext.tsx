// Gives every cited number of a report the row that it leads to.
import { createContext, type ReactNode, useContext, useMemo } from "react";
import type { Reference } from "./citations";
import type { EvidenceRow } from "./evidence";

type Find = (reference: Reference) => EvidenceRow | undefined;

const EvidenceContext = createContext<Find>(() => undefined);

export function EvidenceProvider({
  rows,
  children,
}: {
  rows: readonly EvidenceRow[];
  children: ReactNode;
}) {
  const find = useMemo(() => {
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    return (reference: Reference) => byKey.get(keyOf(reference));
  }, [rows]);
  return <EvidenceContext value={find}>{children}</EvidenceContext>;
}

export function useEvidence(): Find {
  return useContext(EvidenceContext);
}

function keyOf({ expert, tag }: Reference): string {
  return `${expert}:${tag}`;
}
