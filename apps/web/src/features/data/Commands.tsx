// How data come to the server: the commands of the terminal, with what each does.
import { useWords } from "../../i18n/words";
import { words } from "./words";

/** With a symbol: only the ways to get that one. */
export function Commands({ symbol }: { symbol?: string }) {
  const say = useWords(words);
  const whom = symbol ?? "000001.SZ AAPL";
  const lines = [
    { name: "how_sync", command: `parley data sync ${whom}` },
    {
      name: "how_import",
      command: `parley data import bars.csv --symbol ${symbol ?? "000001.SZ"}`,
    },
    ...(symbol
      ? []
      : ([
          { name: "how_samples", command: "parley data samples" },
          { name: "how_demo", command: "parley data demo" },
        ] as const)),
  ] as const;
  return (
    <dl className="grid gap-3">
      {lines.map(({ name, command }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-soft">{say(name)}</dt>
          <dd>
            <code className="inline-block max-w-full rounded bg-well px-2 py-1 font-mono text-sm break-words">
              {command}
            </code>
          </dd>
        </div>
      ))}
    </dl>
  );
}
