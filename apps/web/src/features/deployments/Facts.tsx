// A few figures side by side, each under its name.
import type { ReactNode } from "react";

export interface Fact {
  name: string;
  value: ReactNode;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 lg:grid-cols-4">
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="font-mono tabular-nums break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
