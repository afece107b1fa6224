// A labelled input with its hint and its error, tied together for screen readers.
import { type ComponentProps, type ReactNode, useId } from "react";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  note?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  /** What stands inside the input at its end, such as a show button. */
  end?: ReactNode;
}

export function Field({ label, note, hint, error, end, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;
  return (
    <div>
      <label htmlFor={id} className="mb-1 flex items-baseline justify-between font-medium">
        {label}
        {note && <span className="text-sm font-normal text-soft">{note}</span>}
      </label>
      <div className="relative">
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={`block min-h-10 w-full rounded-md border bg-surface px-3 py-2 text-[max(16px,1rem)] text-ink ${
            error ? "border-danger" : "border-line-strong"
          } ${end ? "pr-12" : ""}`}
        />
        {end && <div className="absolute inset-y-0 right-0 flex items-center">{end}</div>}
      </div>
      {hint && (
        <p id={hintId} className="mt-1 text-sm text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="mt-1 text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
