// What an optimisation was, in a line: the version, the goals, how often was tried, when.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import type { Optimisation } from "./report";
import { words } from "./words";

export function useOptimisationLine({ version, goals, trials, created_at }: Optimisation): string {
  const say = useWords(words);
  const format = useFormat();
  const facts = [
    version !== null && say("version", { version }),
    say("goals", { goals: goals.map((goal) => say(`goal_${goal}`)).join(", ") }),
    say("lineage_trials", { count: format.number(trials, 0) }),
    format.dateTime(created_at),
  ];
  return facts.filter(Boolean).join(" · ");
}
