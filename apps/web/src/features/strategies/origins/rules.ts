// The clauses of a strategy under the sentence that says their rule.
import type { Clause, Sentence } from "../types";

interface SaidRule {
  topic: string;
  text: string;
  clauses: readonly Clause[];
}

/** In the order of the sentences; a rule that no claim stands behind is left out, and so are indicators. */
export function rulesOf(clauses: readonly Clause[], sentences: readonly Sentence[]): SaidRule[] {
  const shown = clauses.filter(({ kind }) => kind !== "factor");
  return sentences
    .map(({ topic, text }) => ({
      topic,
      text,
      clauses: shown.filter(({ pointer }) => topicOf(pointer) === topic),
    }))
    .filter((rule) => rule.clauses.length > 0);
}

/** `/trade/long/exits/1` is what `long.exit.1` says. */
export function topicOf(pointer: string): string {
  const [, , side = "", part = "", detail = ""] = pointer.split("/");
  switch (part) {
    case "entry":
      return `${side}.${detail === "order" ? "order" : "entry"}`;
    case "exits":
      return `${side}.exit.${detail}`;
    default:
      return `${side}.size`;
  }
}
