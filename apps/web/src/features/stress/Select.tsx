// A labelled choice of one among many, with its hint and its error tied to it.
import { useId } from "react";

interface SelectProps<T extends string> {
  label: string;
  hint?: string | undefined;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
}

export function Select<T extends string>({
  label,
  hint,
  options,
  value,
  onChoose,
}: SelectProps<T>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChoose(chosen.value);
        }}
        className="block min-h-10 w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-[max(16px,1rem)] text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
