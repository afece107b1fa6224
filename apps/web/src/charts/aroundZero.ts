// Where a bar that starts at zero lies between the lowest and the highest value, in percent of the width.
import { scaleLinear } from "d3-scale";

export function placedAroundZero(
  value: number,
  [lowest, highest]: readonly [number, number],
): { x: number; width: number } {
  if (lowest === highest) return { x: 0, width: 0 };
  const place = scaleLinear([lowest, highest], [0, 100]);
  const [from, to] = [place(Math.min(0, value)), place(Math.max(0, value))];
  return { x: from, width: to - from };
}
