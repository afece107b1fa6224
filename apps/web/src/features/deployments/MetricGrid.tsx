// A few figures side by side, each under its name.
import type { ReactNode } from "react";

export interface Metric {
  name: string;
  value: ReactNode;
}

export function MetricGrid({ metrics }: { metrics: readonly Metric[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
      {metrics.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="font-mono tabular-nums break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
