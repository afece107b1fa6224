// A labelled list of which one is chosen, with its hint and its error tied to it, as the browser's own select.
import { useId } from "react";

interface SelectFieldProps<T extends string> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  hint?: string | undefined;
  error?: string | undefined;
  onChoose: (value: T) => void;
}

export function SelectField<T extends string>({
  label,
  options,
  value,
  hint,
  error,
  onChoose,
}: SelectFieldProps<T>) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.target.value as T)}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
        className={`block min-h-10 w-full rounded-md border bg-surface px-3 py-2 text-[max(16px,1rem)] text-ink ${
          error ? "border-danger" : "border-line-strong"
        }`}
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
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
