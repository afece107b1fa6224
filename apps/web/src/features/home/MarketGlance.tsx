// The market at a glance: the last close of a few instruments, the day's change, and the way there; each opens its page.
import { Link } from "wouter";
import type { Asking } from "../../api/useAsked";
import { Sparkline } from "../../charts/Sparkline";
import { useFormat } from "../../i18n/format";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Badge } from "../../ui/Badge";
import { nameOf } from "../symbols/instrument";
import type { Seen, useGlance } from "./useGlance";
import { words } from "./words";

type Glance = ReturnType<typeof useGlance> extends Asking<infer T> ? T : never;

const GRID = "grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line";
const COLUMNS = "md:grid-cols-3 xl:grid-cols-6";

export function MarketGlance({ glance }: { glance: Asking<Glance> }) {
  const say = useWords(words);
  return (
    <section aria-labelledby="market" data-testid="market-glance">
      <AskedPart of={glance} waiting={<Skeleton />}>
        {({ instruments }) =>
          instruments.length === 0 ? (
            <>
              <Head />
              <p role="status" className="text-soft">
                {say("market_none")}
              </p>
            </>
          ) : (
            <>
              <Head instruments={instruments} />
              <ul className={`${GRID} ${COLUMNS}`}>
                {instruments.map((each) => (
                  <Tile key={each.symbol} seen={each} />
                ))}
              </ul>
            </>
          )
        }
      </AskedPart>
    </section>
  );
}

const NONE: readonly Seen[] = [];

function Head({ instruments = NONE }: { instruments?: readonly Seen[] }) {
  const say = useWords(words);
  const format = useFormat();
  const newest = instruments
    .map(({ last_day }) => last_day)
    .toSorted()
    .at(-1);
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 id="market" className="font-semibold">
        {say("market")}
      </h2>
      {instruments.some(({ is_demo }) => is_demo) && <Badge tone="accent">{say("demo")}</Badge>}
      {newest && (
        <span className="text-sm text-soft">
          {say("newest_bar", { date: format.date(newest) })}
        </span>
      )}
      <Link
        href="/data"
        className="ml-auto inline-flex min-h-9 items-center text-sm text-accent underline-offset-4 hover:underline"
      >
        {say("market_all")}
      </Link>
    </div>
  );
}

function Tile({ seen }: { seen: Seen }) {
  const format = useFormat();
  const { language } = useLanguage();
  const { change } = seen;
  const direction = change === null || change === 0 ? "" : change > 0 ? "text-up" : "text-down";
  return (
    <li className="bg-surface">
      <Link
        href={`/data/${encodeURIComponent(seen.symbol)}`}
        data-testid="market-tile"
        className="block h-full p-3 -outline-offset-2 hover:bg-well"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className="font-mono text-sm font-medium">{seen.symbol}</span>
          <span className={`text-sm tabular-nums ${direction}`}>
            {format.signedPercent(change, 2)}
          </span>
        </span>
        <span className="block truncate text-xs text-soft">{nameOf(seen, language)}</span>
        <span className="mt-1 block text-lg font-semibold tabular-nums">
          {format.price(seen.close)}
        </span>
        <Sparkline values={seen.closes} className="mt-1 h-8 w-full" />
      </Link>
    </li>
  );
}

function Skeleton() {
  const say = useWords(words);
  return (
    <>
      <Head />
      <div role="status" className={`${GRID} ${COLUMNS} animate-pulse`}>
        <span className="sr-only">{say("market")}</span>
        {Array.from({ length: 6 }, (_, at) => (
          // eslint-disable-next-line react/no-array-index-key -- all alike
          <div key={at} className="h-32 bg-well" />
        ))}
      </div>
    </>
  );
}
