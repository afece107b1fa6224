// A labelled list of which one is chosen, as the browser's own select.
import { useId } from "react";

interface SelectFieldProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  onChoose: (value: T) => void;
}

export function SelectField<T extends string>({
  label,
  options,
  value,
  onChoose,
}: SelectFieldProps<T>) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.target.value as T)}
        className="block min-h-10 max-w-full rounded-md border border-line-strong bg-surface px-3 py-2 text-[max(16px,1rem)] text-ink"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
