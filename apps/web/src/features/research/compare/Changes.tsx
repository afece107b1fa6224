// The differences between two sessions in sentences.
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { useSignalWord } from "../report/Signal";
import { useStepName } from "../useStepName";
import { words } from "../words";
import { type CompareRow, isChanged, isShifted, type Said } from "./rows";

interface ChangesProps {
  rows: readonly CompareRow[];
  /** The probabilities that the two judges gave, where both did. */
  probabilities: readonly [number | null, number | null];
}

export function Changes({ rows, probabilities: [before, after] }: ChangesProps) {
  const say = useWords(words);
  const format = useFormat();
  const nameOf = useStepName();
  const wordOf = useSignalWord();
  const valueOf = ({ state, word }: Said) =>
    state === "said" ? wordOf(word) : say(state === "failed" ? "failed" : "no_result");
  const changed = rows.filter(isChanged);
  const shifted = rows.filter(isShifted);
  return (
    <>
      {changed.length === 0 && <p>{say("nothing_changed")}</p>}
      <ul className="list-disc space-y-1 pl-5">
        {changed.map((row) => (
          <li key={row.what} className="font-medium">
            {say("change_line", {
              what: nameOf(row.what),
              from: valueOf(row.first),
              to: valueOf(row.second),
            })}
          </li>
        ))}
        {before !== null && after !== null && Math.abs(before - after) >= 0.005 && (
          <li className="font-medium">
            {say("probability_line", {
              from: format.percent(before, 1),
              to: format.percent(after, 1),
            })}
          </li>
        )}
        {shifted.map((row) => (
          <li key={row.what} className="text-soft">
            {say("confidence_line", {
              what: nameOf(row.what),
              from: format.percent(row.first.confidence, 0),
              to: format.percent(row.second.confidence, 0),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}
