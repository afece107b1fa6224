// The small drawing beside each section of the rules.
import type { ReactNode } from "react";
import { LineDrawing } from "../../../ui/Icon";
import type { SectionName } from "./sections";

const DRAWINGS: Record<SectionName, ReactNode> = {
  market: <path d="M4 20h16M6 20V9M12 20V4M18 20v-8" />,
  entry: <path d="M11 5h8v14h-8M3 12h11M10 8l4 4-4 4" />,
  exit: <path d="M13 5H5v14h8M10 12h11M17 8l4 4-4 4" />,
  size: <path d="M12 4v16M6 20h12M4 8h16M4 8l-2 6h5zM20 8l-3 6h5z" />,
  other: <path d="M5 12h.01M12 12h.01M19 12h.01" />,
};

export function SectionMark({ name }: { name: SectionName }) {
  return <LineDrawing className="size-5 text-accent">{DRAWINGS[name]}</LineDrawing>;
}
