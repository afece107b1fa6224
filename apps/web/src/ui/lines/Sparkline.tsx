// A small curve without axes, beside words that say the same.
import { scaleLinear } from "d3-scale";
import { LinePaths } from "./LinePaths";
import { type DrawnLine, instantsOf, rangeOf } from "./scales";

const WIDTH = 200;
const HEIGHT = 48;

export function Sparkline({
  time,
  value,
  look = 0,
}: Omit<DrawnLine, "name" | "look"> & { look?: number }) {
  const line = { name: "", time, value, look };
  const instants = instantsOf(line);
  if (instants.length < 2) return null;
  const x = scaleLinear([instants[0]!, instants.at(-1)!], [0, WIDTH]);
  const y = scaleLinear(rangeOf([line]), [HEIGHT - 3, 3]);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-12 w-full"
      aria-hidden="true"
      data-testid="sparkline"
    >
      <LinePaths lines={[line]} x={x} y={y} />
    </svg>
  );
}
