// A framed part of a page with a heading of its own.
import { type ReactNode, useId } from "react";

interface PanelProps {
  title?: ReactNode;
  /** What stands at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Panel({ title, aside, children, className = "" }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      className={`min-w-0 rounded-lg border border-line bg-surface p-4 sm:p-5 ${className}`}
    >
      {(title || aside) && (
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-2">
          {title && (
            <h2 id={id} className="font-semibold">
              {title}
            </h2>
          )}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
