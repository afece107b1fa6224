// A chapter of the report: open where there is room, folded to its heading on a phone.
import type { ReactNode } from "react";
import { Icon } from "../../../ui/Icon";
import { useMediaQuery } from "../../../ui/useMediaQuery";

interface FoldingProps {
  heading: ReactNode;
  /** It is all that is there, and stays open. */
  isAlone?: boolean;
  children: ReactNode;
}

export function Folding({ heading, isAlone = false, children }: FoldingProps) {
  const isWide = useMediaQuery("(min-width: 48rem)");
  return (
    <details open={isWide || isAlone} className="group">
      <summary className="flex min-h-10 list-none items-center gap-2 md:pointer-events-none">
        <Icon
          name="chevron"
          className="size-4 shrink-0 -rotate-90 transition-transform group-open:rotate-0 md:hidden"
        />
        {heading}
      </summary>
      <div className="space-y-3 pt-2">{children}</div>
    </details>
  );
}
