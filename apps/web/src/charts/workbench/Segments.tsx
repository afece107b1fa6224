// A small row of choices of which exactly one holds, dense enough to stand above a chart.
import { useId } from "react";

interface SegmentsProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
}

export function Segments<T extends string>({ label, options, value, onChoose }: SegmentsProps<T>) {
  const name = useId();
  return (
    <fieldset className="inline-flex flex-wrap rounded-md border border-line bg-well p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-8 min-w-9 cursor-pointer items-center justify-center rounded px-2 text-sm text-soft tabular-nums hover:text-ink has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-10"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChoose(option.value)}
            className="sr-only"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
