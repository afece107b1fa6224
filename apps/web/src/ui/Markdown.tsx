// Text of a model or of a source as Markdown: no HTML of its own, no pictures, and links that go nowhere by themselves.
import type { ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";

const PARTS: Components = {
  a: ({ href, children }) => <Outbound href={href}>{children}</Outbound>,
  img: ({ alt }) => <>{alt}</>,
  h1: ({ children }) => <p className="font-semibold">{children}</p>,
  h2: ({ children }) => <p className="font-semibold">{children}</p>,
  h3: ({ children }) => <p className="font-semibold">{children}</p>,
  table: ({ children }) => (
    <div role="region" aria-label="table" tabIndex={0} className="overflow-x-auto">
      <table className="text-sm">{children}</table>
    </div>
  ),
};

export default function Markdown({ text }: { text: string }) {
  return (
    <div className="prose-markdown min-w-0 break-words">
      <ReactMarkdown skipHtml remarkPlugins={[remarkGfm]} components={PARTS}>
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** Only http(s), in a tab of its own that knows nothing of this one. */
function Outbound({ href, children }: { href: string | undefined; children: ReactNode }) {
  const isWeb = href !== undefined && /^https?:\/\//i.test(href);
  if (!isWeb) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="text-accent underline"
    >
      {children}
    </a>
  );
}
