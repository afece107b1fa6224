// A view with nothing in it: a picture, one sentence of why, and the way on.
import type { ReactNode } from "react";

interface EmptyStateProps {
  picture: ReactNode;
  title: string;
  text: string;
  action?: ReactNode;
}

export function EmptyState({ picture, title, text, action }: EmptyStateProps) {
  return (
    <section className="mx-auto flex w-full max-w-md flex-col items-center py-10 text-center">
      <div aria-hidden="true" className="w-44 text-line-strong">
        {picture}
      </div>
      <h1 className="mt-6 text-xl font-semibold">{title}</h1>
      <p className="mt-2 text-soft">{text}</p>
      {action && <div className="mt-5">{action}</div>}
    </section>
  );
}
