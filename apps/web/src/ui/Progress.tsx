// How far a piece of work is, for the eye and for a reader.

interface ProgressProps {
  /** From 0 to 1; null while nobody knows. */
  value: number | null;
  label: string;
}

export function Progress({ value, label }: ProgressProps) {
  return (
    <div>
      <progress
        aria-label={label}
        max={1}
        {...(value !== null && { value })}
        className="progress block h-2 w-full overflow-hidden rounded-full"
      />
      <p className="mt-1 text-sm text-soft">{label}</p>
    </div>
  );
}
