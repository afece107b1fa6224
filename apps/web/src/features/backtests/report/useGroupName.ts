// Names the groups that trades fall into: directions and reasons of exit; others name themselves.
import { useWords } from "../../../i18n/words";
import type { Grouping } from "./report";
import { type ReportWords, reportWords } from "./reportWords";

export function useGroupName(): (grouping: Grouping, label: string) => string {
  const say = useWords(reportWords);
  return (grouping, label) => {
    const kind = { by_direction: "direction", by_exit: "exit", by_ticker: "", by_holding: "" };
    const phrase = `${kind[grouping]}.${label}`;
    return Object.hasOwn(reportWords.zh, phrase) ? say(phrase as keyof ReportWords) : label;
  };
}
