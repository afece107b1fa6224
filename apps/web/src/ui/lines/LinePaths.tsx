// The strokes of several curves; each look differs by dash as well, so that none hangs on colour alone.
import { line } from "d3-shape";
import { type DrawnLine, instantsOf } from "./scales";

interface Look {
  stroke: string;
  dash?: string;
}

export const LOOKS: readonly Look[] = [
  { stroke: "var(--accent)" },
  { stroke: "var(--ink-soft)", dash: "5 3" },
  { stroke: "var(--focus)" },
  { stroke: "var(--green)", dash: "8 3" },
  { stroke: "var(--red)", dash: "2 2" },
  { stroke: "var(--ink)", dash: "10 3 2 3" },
  { stroke: "var(--line-strong)" },
];

interface LinePathsProps {
  lines: readonly DrawnLine[];
  x: (instant: number) => number;
  y: (value: number) => number;
}

export function LinePaths({ lines, x, y }: LinePathsProps) {
  return lines.map((each) => {
    const instants = instantsOf(each);
    const path = line<number>(
      (_, index) => x(instants[index]!),
      (value) => y(value),
    )([...each.value]);
    const look = LOOKS[each.look]!;
    return (
      <path
        key={each.name}
        d={path ?? ""}
        fill="none"
        stroke={look.stroke}
        strokeWidth={each.look === 0 ? 2 : 1.5}
        strokeDasharray={look.dash}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    );
  });
}
