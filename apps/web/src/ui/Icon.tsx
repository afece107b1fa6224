// The page's small line icons, drawn inline so that nothing is fetched.
import type { ReactNode } from "react";

const DRAWINGS = {
  home: <path d="M4 11.5 12 4l8 7.5M6 10v10h12V10M10 20v-6h4v6" />,
  chat: <path d="M4 5h12v8H9l-3 3v-3H4zM19 10v7h-1v3l-3-3h-4" />,
  research: (
    <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.2 15.2 20 20M7.5 11l2 1.5 3.5-4" />
  ),
  strategies: (
    <path d="M6 4v16M6 8h6a3 3 0 0 1 3 3v2M6 16h4M15 13v.01M15 20a3 3 0 1 0 0-6 3 3 0 0 0 0 6z" />
  ),
  backtests: <path d="M4 4v16h16M8 16v-4M12 16V8M16 16v-6M4 4l2 2M4 4 2.5 6" />,
  stress: <path d="M3 12h4l2-6 4 13 3-9 1.5 2H21" />,
  deployments: <path d="M20 4 3 11l6 2.5M20 4l-4.5 15L9 13.5M20 4 9 13.5V19l3-3" />,
  calls: (
    <path d="M12 6c-2-1.5-4.5-2-8-2v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4c-3.5 0-6 .5-8 2zM12 6v14" />
  ),
  data: (
    <path d="M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v6c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12v6c0 1.7 3.6 3 8 3s8-1.3 8-3v-6" />
  ),
  settings: (
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z" />
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  language: (
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c5 5.5 5 12.5 0 18-5-5.5-5-12.5 0-18z" />
  ),
  light: (
    <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
  ),
  dark: <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z" />,
  system: <path d="M4 5h16v11H4zM9 20h6M12 16v4" />,
  account: (
    <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5" />
  ),
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.2 15.2 20 20" />,
  bell: <path d="M6 17V11a6 6 0 0 1 12 0v6M4 17h16M10 20.5h4" />,
  chevron: <path d="m7 10 5 5 5-5" />,
  arrow: <path d="M5 12h14M13 6l6 6-6 6" />,
  eye: (
    <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z" />
  ),
  eye_closed: <path d="M3 9c2 3.5 5 5.5 9 5.5S19 12.5 21 9M12 14.5V18M6.5 13 4.5 16M17.5 13l2 3" />,
  warning: <path d="M12 4 2.5 20h19zM12 10v5M12 17.5v.01" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

export function Icon({ name, className = "size-5" }: { name: IconName; className?: string }) {
  return <LineDrawing className={className}>{DRAWINGS[name]}</LineDrawing>;
}

/** The frame of a small line drawing, also for those of one feature only. */
export function LineDrawing({ className, children }: { className: string; children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
