// The head of a page: where it belongs, its one heading, a line about it, and what can be done there.
import type { ReactNode } from "react";
import { Link } from "wouter";

interface PageHeadProps {
  title: ReactNode;
  text?: ReactNode;
  /** The list that this page belongs to. */
  back?: { href: string; label: string };
  actions?: ReactNode;
}

export function PageHead({ title, text, back, actions }: PageHeadProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="min-w-0 max-w-3xl">
        {back && (
          <Link href={back.href} className="text-sm text-soft underline-offset-4 hover:underline">
            ← {back.label}
          </Link>
        )}
        <h1 className="text-2xl font-semibold tracking-tight break-words">{title}</h1>
        {text && <p className="mt-1 text-soft text-pretty">{text}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}
