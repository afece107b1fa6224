// The addresses that an expert read; only web addresses become links, and they learn nothing of this page.

export function SourceList({ sources }: { sources: readonly string[] }) {
  return (
    <ul className="space-y-1 text-sm">
      {sources.map((source) => (
        <li key={source} className="break-all">
          {/^https?:\/\//i.test(source) ? (
            <a
              href={source}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="text-accent underline"
            >
              {source}
            </a>
          ) : (
            source
          )}
        </li>
      ))}
    </ul>
  );
}
