// Two sessions put side by side: what each said about the same thing.
import { EXPERTS, type Expert, type ResearchResult } from "../experts";
import { debateOf } from "../report/debate";
import { reportOf } from "../report/expertReport";
import { verdictOf } from "../report/verdict";

/** `word` is empty where somebody was not asked or brought nothing. */
export interface Said {
  state: "said" | "failed" | "absent";
  word: string;
  confidence: number | null;
}

export interface CompareRow {
  what: "judge" | "debate" | Expert;
  first: Said;
  second: Said;
}

export function compared(
  first: ResearchResult | null,
  second: ResearchResult | null,
): CompareRow[] {
  return (["judge", "debate", ...EXPERTS] as const).map((what) => ({
    what,
    first: saidBy(what, first),
    second: saidBy(what, second),
  }));
}

export function isChanged({ first, second }: CompareRow): boolean {
  return first.state !== second.state || first.word !== second.word;
}

/** The same word with another confidence: a change of a percentage point or more. */
export function isShifted(row: CompareRow): boolean {
  const { first, second } = row;
  if (isChanged(row) || first.confidence === null || second.confidence === null) return false;
  return Math.abs(first.confidence - second.confidence) >= 0.01;
}

function saidBy(what: CompareRow["what"], result: ResearchResult | null): Said {
  const absent: Said = { state: "absent", word: "", confidence: null };
  if (result === null) return absent;
  if (what === "judge") {
    const verdict = verdictOf(result.verdict);
    return verdict ? said(verdict.action, verdict.confidence) : failedIf(result.judge_error);
  }
  if (what === "debate") {
    const debate = debateOf(result.debate_outcome);
    return debate ? said(debate.direction, debate.confidence) : failedIf(result.debate_error);
  }
  const outcome = result.expert_results[what];
  if (outcome === undefined) return absent;
  const report = reportOf(what, outcome);
  return report.status === "failed"
    ? { ...absent, state: "failed" }
    : said(report.signal, report.confidence);
}

function said(word: string, confidence: number | null): Said {
  return { state: "said", word, confidence };
}

function failedIf(error: string | null): Said {
  return { state: error ? "failed" : "absent", word: "", confidence: null };
}
