// An import as the server tells it, and its guesses as fields: what they are called, what can be chosen, what is open.
import type { components } from "../../../contracts/api";
import { type Phrase, type Say, words } from "./words";

export type DataImport = components["schemas"]["DataImportOut"];
export type ImportSummary = components["schemas"]["ImportSummaryOut"];
export type Guess = components["schemas"]["ImportGuessOut"];
type Problem = components["schemas"]["ImportProblemOut"];

const NAMED = 3;

export const questionsOf = ({ guesses }: DataImport) => guesses.filter(({ asks }) => asks);
export const statementsOf = ({ guesses }: DataImport) => guesses.filter(({ asks }) => !asks);

/** The proposed answers to all open questions that have one. */
export function proposedAnswers(found: DataImport): Record<string, string> {
  const proposed = questionsOf(found).filter(({ value }) => value !== "");
  return Object.fromEntries(proposed.map(({ key, value }) => [key, value]));
}

/** "Decimal mark", or with the file where another file is read otherwise. */
export function labelOf(guess: Guess, say: Say): string {
  const { what, key, file } = guess;
  const label = named(what, say);
  return key === what || file === null ? label : say("applies_to", { what: label, file });
}

function named(what: string, say: Say): string {
  if (what.startsWith("split:")) return say("what_split", { day: what.slice("split:".length) });
  return worded(`what_${kindOf(what)}`, what, say);
}

/** `unit:thousands` is a guess of the kind `unit`: of the figures that seem to be counted in thousands. */
function kindOf(what: string): string {
  return what.split(":")[0] ?? what;
}

/** What can be chosen: what was found, and what else it could be. */
export function optionsOf({ what, value, alternatives, asks }: Guess, say: Say) {
  const values = [...new Set([value, ...alternatives])];
  return values.map((each) => {
    const label = valueOf(what, each, say);
    return {
      value: each,
      label: asks && each === value ? say("proposed", { value: label }) : label,
    };
  });
}

/** Whether a person writes the answer, since nobody can list what it could be. */
export const isWritten = ({ alternatives }: Guess) => alternatives.length === 0;

export function valueOf(what: string, value: string, say: Say): string {
  const phrases: Record<string, string> = { kind: "kind", unit: "unit", share_unit: "unit" };
  return worded(`${phrases[kindOf(what)] ?? "value"}_${value}`, value, say);
}

export function problemOf({ file, line, count, problem }: Problem, say: Say): string {
  if (line !== null) return say("problem_line", { file, line, problem });
  return count > 1
    ? say("problem_count", { file, problem, count })
    : say("problem_file", { file, problem });
}

/** The first few names, and how many there are beside them. */
export function someOf(names: readonly string[], say: Say): string {
  const shown = names.slice(0, NAMED).join(", ");
  const count = names.length - NAMED;
  return count > 0 ? say("more_names", { names: shown, count }) : shown || "—";
}

function worded(phrase: string, otherwise: string, say: Say): string {
  return phrase in words.zh ? say(phrase as Phrase) : otherwise;
}
