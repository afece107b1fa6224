// A disclosure whose content is only made when it is opened.
import { type ReactNode, useState } from "react";
import { Icon } from "../../../ui/Icon";

export function OnDemand({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-md border border-line bg-surface"
    >
      <summary className="flex min-h-10 list-none items-center gap-2 px-3 py-2 font-medium">
        <Icon
          name="chevron"
          className="size-4 -rotate-90 transition-transform group-open:rotate-0"
        />
        <span className="min-w-0 flex-1">{summary}</span>
      </summary>
      {isOpen && <div className="border-t border-line p-3">{children}</div>}
    </details>
  );
}
