// A text box that is as high as its text, up to a limit.
import { type KeyboardEvent, type Ref, useEffect, useRef } from "react";

interface GrowingBoxProps {
  id: string;
  ref: Ref<HTMLTextAreaElement>;
  value: string;
  placeholder: string;
  describedBy: string;
  onChange: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export function GrowingBox({ ref, value, describedBy, onChange, ...rest }: GrowingBoxProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const area = frame.current?.querySelector("textarea");
    if (!area) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [value]);
  return (
    <div ref={frame} className="min-w-0 flex-1">
      <textarea
        {...rest}
        ref={ref}
        rows={1}
        data-testid="composer"
        aria-describedby={describedBy}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="block max-h-48 min-h-11 w-full resize-none rounded-md border border-line-strong bg-surface px-3 py-2 text-[max(16px,1rem)] text-ink placeholder:text-soft"
      />
    </div>
  );
}
