// Parley's mark: two speech marks that face each other, one of them answering.

export function Logo({ className = "size-7" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <path d="M3 5h15v12h-7l-5 5v-5H3z" fill="currentColor" className="text-rail-accent" />
      <path d="M29 11v12h-3v5l-5-5h-7v-3h7v-9z" fill="currentColor" />
    </svg>
  );
}
