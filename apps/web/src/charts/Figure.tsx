// The frame of a picture: its title, the picture, and the same in words for who cannot see it.
import { type ReactNode, useId } from "react";

interface FigureProps {
  title: string;
  /** One or two sentences with the figures that matter. */
  summary: string;
  /** Hides the summary from the eye where it stands nearby anyway. */
  isSummaryHidden?: boolean;
  children: ReactNode;
}

export function Figure({ title, summary, isSummaryHidden = false, children }: FigureProps) {
  const id = useId();
  return (
    <figure aria-labelledby={id} className="min-w-0">
      <figcaption className="mb-2">
        <span id={id} className="text-sm font-medium">
          {title}
        </span>
        <span className={isSummaryHidden ? "sr-only" : "block text-sm text-soft"}>{summary}</span>
      </figcaption>
      {children}
    </figure>
  );
}
