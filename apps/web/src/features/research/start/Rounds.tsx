// How often bull and bear speak: one to three times.
import { useId } from "react";
import { useWords } from "../../../i18n/words";
import { words } from "../words";

const ROUNDS = [1, 2, 3];

export function Rounds({ value, onChange }: { value: number; onChange: (rounds: number) => void }) {
  const say = useWords(words);
  const id = useId();
  return (
    <span className="inline-flex items-center gap-2">
      <label htmlFor={id} className="text-sm text-soft">
        {say("rounds")}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-h-10 rounded-md border border-line-strong bg-surface px-2 text-[max(16px,1rem)] text-ink"
      >
        {ROUNDS.map((rounds) => (
          <option key={rounds} value={rounds}>
            {say("rounds_times", { count: rounds })}
          </option>
        ))}
      </select>
    </span>
  );
}
