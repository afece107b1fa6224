// A small line of how something went, for the eye only: its figures stand beside it.

interface SparklineProps {
  values: readonly number[];
  className?: string;
}

const WIDTH = 120;
const HEIGHT = 36;

export function Sparkline({ values, className = "h-9 w-full" }: SparklineProps) {
  if (values.length < 2) return null;
  const isUp = values.at(-1)! >= values[0]!;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`block ${className} ${isUp ? "text-up" : "text-down"}`}
    >
      <path d={`${pathOf(values)}V${HEIGHT}H0Z`} fill="currentColor" fillOpacity="0.1" />
      <path
        d={pathOf(values)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** From edge to edge; a line that never moves lies in the middle. */
export function pathOf(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : 2 + (1 - (value - low) / (high - low)) * (HEIGHT - 4);
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * WIDTH;
    return `${x.toFixed(1)} ${y(value).toFixed(1)}`;
  });
  return `M${points.join("L")}`;
}
