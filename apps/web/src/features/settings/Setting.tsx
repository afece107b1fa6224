// One row of the settings: its name and meaning on the left, its control on the right.
import { type ReactNode, useId } from "react";

interface SettingProps {
  title: string;
  text?: string;
  children: ReactNode;
}

export function Setting({ title, text, children }: SettingProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3 p-5 md:grid-cols-5 md:gap-8">
      <div className="md:col-span-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {text && <p className="mt-1 text-sm text-soft">{text}</p>}
      </div>
      <div className="min-w-0 md:col-span-3">{children}</div>
    </section>
  );
}

/** A fact beside its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 py-1">
      <dt className="w-28 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}
