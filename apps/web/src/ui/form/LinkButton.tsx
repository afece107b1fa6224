// A way to another page that looks like a button.
import type { ReactNode } from "react";
import { Link } from "wouter";

const KINDS = {
  primary: "bg-action text-on-action hover:bg-action-hover",
  quiet: "border border-line-strong text-ink hover:bg-well",
} as const;

interface LinkButtonProps {
  href: string;
  kind?: keyof typeof KINDS;
  children: ReactNode;
}

export function LinkButton({ href, kind = "quiet", children }: LinkButtonProps) {
  return (
    <Link
      href={href}
      className={`inline-flex min-h-10 items-center justify-center gap-2 rounded-md px-4 py-2 font-medium transition-colors ${KINDS[kind]}`}
    >
      {children}
    </Link>
  );
}
