// A labelled list of which one is chosen, with a hint.
import { useId } from "react";

export interface Option {
  value: string;
  label: string;
}

interface SelectProps {
  label: string;
  options: readonly Option[];
  value: string;
  onChoose: (value: string) => void;
  hint?: string;
  error?: string | undefined;
}

export function Select({ label, options, value, onChoose, hint, error }: SelectProps) {
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
        onChange={(event) => onChoose(event.target.value)}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        className={`block min-h-10 w-full rounded-md border bg-surface px-3 py-2 text-[max(16px,1rem)] text-ink ${error ? "border-danger" : "border-line-strong"}`}
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
