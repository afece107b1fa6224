// The desk tells its steps in English; those that are known are said in the page's language.
import type { SayWords } from "../../i18n/words";
import { words } from "./words";

type JobWords = (typeof words)["zh"];

const STEPS: readonly (readonly [RegExp, keyof JobWords])[] = [
  [/^Reading the bars$/, "step.reading"],
  [/^Trading bar by bar$/, "step.trading"],
  [/^Measuring what came out$/, "step.measuring"],
  [/^Writing down the reasons$/, "step.reasons"],
  [/^Storing the result$/, "step.storing_result"],
  [/^Drawing the report$/, "step.drawing"],
  [/^Storing the report$/, "step.storing_report"],
  [/^Fitting stretch (?<n>\d+) of (?<all>\d+)$/, "step.fitting"],
  [/^Joining the stretches$/, "step.joining"],
  [/^Tried (?<n>\d+) of (?<all>\d+) variants$/, "step.tried"],
  [/^Measuring what was found on the held-out bars$/, "step.held_out"],
];

export function stepOf(message: string, say: SayWords<JobWords>): string {
  if (message === "") return say("working");
  for (const [pattern, phrase] of STEPS) {
    const found = pattern.exec(message);
    if (found) return say(phrase, found.groups ?? {});
  }
  return message;
}
