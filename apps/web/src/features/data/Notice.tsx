// A boxed notice about data, with what can be done.
import { type ReactNode, useEffect, useRef } from "react";

interface NoticeProps {
  title: string;
  testId: string;
  /** For one that stands where the button was that was pressed. */
  takesFocus?: boolean;
  children: ReactNode;
}

export function Notice({ title, testId, takesFocus = true, children }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="group"
      aria-label={title}
      data-testid={testId}
      className="min-w-0 space-y-3 rounded-md border border-accent bg-well p-4"
    >
      <p className="font-medium break-words">{title}</p>
      {children}
    </div>
  );
}
