// The frame that the page's small line drawings share: one size, one stroke, ink with a touch of accent.
import type { ReactNode } from "react";

export function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 208 128"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
