// Several things of which any number can be chosen, as native checkboxes under one name.
import { useId } from "react";

interface ChecksProps<T extends string> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  options: readonly { value: T; label: string; note?: string }[];
  chosen: ReadonlySet<T>;
  onChange: (chosen: ReadonlySet<T>) => void;
}

export function Checks<T extends string>({
  label,
  hint,
  error,
  options,
  chosen,
  onChange,
}: ChecksProps<T>) {
  const id = useId();
  const toggle = (value: T) => {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    onChange(next);
  };
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-10 cursor-pointer items-center gap-3 py-1"
          >
            <input
              type="checkbox"
              checked={chosen.has(option.value)}
              onChange={() => toggle(option.value)}
              className="size-5 shrink-0 accent-accent"
            />
            <span>
              {option.label}
              {option.note && <span className="block text-sm text-soft">{option.note}</span>}
            </span>
          </label>
        ))}
      </div>
      {hint && <p className="mt-1 text-sm text-soft">{hint}</p>}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
