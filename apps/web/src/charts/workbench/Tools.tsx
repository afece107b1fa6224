// What stands behind a button above the chart, and the names of what was added, each with a way to remove it.
import { type ReactNode, useId, useState } from "react";

interface ToolProps {
  label: string;
  /** How many are on the chart. */
  count: number;
  children: ReactNode;
}

/** Opens in place, under the row of controls. */
export function Tool({ label, count, children }: ToolProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="inline-flex min-h-9 items-center gap-1.5 rounded-md border border-line px-3 text-sm hover:bg-well aria-expanded:border-accent aria-expanded:bg-well pointer-coarse:min-h-10"
      >
        {label}
        {count > 0 && <span className="text-accent tabular-nums">{count}</span>}
      </button>
      <div
        id={id}
        hidden={!isOpen}
        className="order-last w-full space-y-3 rounded-md border border-line bg-surface p-3"
      >
        {isOpen && children}
      </div>
    </>
  );
}

export function Chip({
  label,
  onRemove,
  children,
}: {
  label: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <li className="inline-flex min-h-9 flex-wrap items-center gap-2 rounded-md bg-well py-1 pr-1 pl-3 text-sm">
      {children}
      <button
        type="button"
        aria-label={label}
        onClick={onRemove}
        className="inline-flex size-8 items-center justify-center rounded text-soft hover:bg-surface hover:text-ink"
      >
        <span aria-hidden="true">×</span>
      </button>
    </li>
  );
}
