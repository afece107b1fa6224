// Names a timeframe in the page's language: 1d is "daily bars".
import { type SayWords, useWords } from "../../i18n/words";
import { type BacktestWords, words } from "./words";

export function useTimeframe(): (timeframe: string) => string {
  const say = useWords(words);
  return (timeframe) => timeframeName(timeframe, say);
}

function timeframeName(timeframe: string, say: SayWords<BacktestWords>): string {
  const [, n = "", unit = ""] = /^(\d+)([mhdw])$/.exec(timeframe) ?? [];
  if (unit === "m" || unit === "h") return say(`timeframe.${unit}`, { n });
  return (unit === "d" || unit === "w") && n === "1" ? say(`timeframe.${unit}`) : timeframe;
}
