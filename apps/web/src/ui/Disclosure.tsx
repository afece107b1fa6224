// Something that opens when it is wanted, as the browser's own `details`.
import type { ReactNode } from "react";
import { Icon } from "./Icon";

interface DisclosureProps {
  summary: ReactNode;
  children: ReactNode;
  isOpen?: boolean;
}

export function Disclosure({ summary, children, isOpen = false }: DisclosureProps) {
  return (
    <details open={isOpen} className="group rounded-md border border-line bg-surface">
      <summary className="flex min-h-10 list-none items-center gap-2 px-3 py-2 font-medium">
        <Icon
          name="chevron"
          className="size-4 -rotate-90 transition-transform group-open:rotate-0"
        />
        <span className="min-w-0 flex-1">{summary}</span>
      </summary>
      <div className="border-t border-line p-3">{children}</div>
    </details>
  );
}
