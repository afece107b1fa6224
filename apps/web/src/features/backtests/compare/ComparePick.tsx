// The box that takes a backtest into the comparison.
import { useWords } from "../../../i18n/words";
import { words } from "./words";

interface ComparePickProps {
  name: string;
  isChosen: boolean;
  isFull: boolean;
  onToggle: () => void;
}

export function ComparePick({ name, isChosen, isFull, onToggle }: ComparePickProps) {
  const say = useWords(words);
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-2 text-sm text-soft">
      <input
        type="checkbox"
        aria-label={say("choose_label", { name })}
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={onToggle}
        className="size-5 accent-action"
      />
      {say("choose")}
    </label>
  );
}
