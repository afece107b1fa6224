// A probability as a figure and as a bar on which one half is marked.
import { useFormat } from "../../i18n/format";

const WIDTH = 200;

export function ProbabilityBar({ label, value }: { label: string; value: number }) {
  const format = useFormat();
  return (
    <div>
      <p className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 text-sm">{label}</span>
        <span className="font-mono font-semibold tabular-nums">{format.percent(value)}</span>
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} 10`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="mt-1 block h-2.5 w-full"
      >
        <rect y="2" width={WIDTH} height="6" fill="var(--well)" />
        <rect y="2" width={WIDTH * value} height="6" fill="var(--accent)" />
        <path d={`M${WIDTH / 2} 0V10`} stroke="var(--ink)" vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  );
}
