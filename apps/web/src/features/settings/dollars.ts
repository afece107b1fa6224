// US dollars to a hundredth of a cent; what nobody knows is said to be unknown, never zero.
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { words } from "./words";

export function useDollars(): (amount: string | number | null) => string {
  const say = useWords(words);
  const format = useFormat();
  return (amount) =>
    amount === null ? say("unknown") : say("dollars", { amount: format.number(amount, 4) });
}
