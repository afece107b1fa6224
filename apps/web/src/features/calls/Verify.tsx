// Whether every entry of the books is as it was written, asked when the page opens and on demand, and where the chain ends.
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { Button } from "../../ui/form/Button";
import { FailureText } from "../../ui/Failure";
import type { CallBook, IntegrityCheck } from "./types";
import { phraseOf, words } from "./words";

const CHAINS = {
  live: ["calls", "settlements"],
  walk_back: ["walk_back_calls", "walk_back_settled"],
} as const;

export function Verify({ book }: { book: CallBook }) {
  const api = useApi();
  const say = useWords(words);
  const { asked, again } = useAsked("calls/verify", (signal) =>
    unwrap(api.client.GET("/api/v1/calls/verify", { signal })),
  );
  const check = asked.status === "there" ? asked.value : null;
  const isBusy = asked.status === "waiting" || (asked.status === "there" && asked.isStale);
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button kind="quiet" data-testid="calls-verify" busy={isBusy} onClick={again}>
          {say("verify")}
        </Button>
        <div role="status" className="min-w-0">
          {check?.ok && <Sound check={check} book={book} />}
        </div>
        {check?.ok === false && <Broken check={check} />}
        {asked.status === "failed" && (
          <div role="alert" className="text-danger">
            <FailureText error={asked.error} />
          </div>
        )}
      </div>
      {check && <Head check={check} book={book} />}
    </div>
  );
}

function Sound({ check: { chains }, book }: { check: IntegrityCheck; book: CallBook }) {
  const say = useWords(words);
  const [calls, settlements] = CHAINS[book].map(
    (name) => chains.find((chain) => chain.book === name)?.entries ?? "—",
  );
  return <p>✓ {say("verify_ok", { calls: calls ?? "—", settlements: settlements ?? "—" })}</p>;
}

/** The last hash of the chain, and when it was last written down outside the database. */
function Head({ check: { chains }, book }: { check: IntegrityCheck; book: CallBook }) {
  const say = useWords(words);
  const format = useFormat();
  const chain = chains.find(({ book: name }) => name === CHAINS[book][0]);
  if (!chain || chain.entries === 0) return null;
  return (
    <p data-testid="chain-head" className="text-sm text-soft">
      {say("head")} <code className="font-mono break-all text-ink">{chain.head}</code>{" "}
      {chain.exported_on
        ? say("head_exported", {
            day: format.date(chain.exported_on),
            entries: chain.exported_entries ?? 0,
          })
        : say("head_not_exported")}
    </p>
  );
}

function Broken({ check: { chains } }: { check: IntegrityCheck }) {
  const say = useWords(words);
  return (
    <div role="alert" className="rounded-md border border-danger bg-danger-soft p-3 text-danger">
      {chains
        .filter((chain) => !chain.ok)
        .map(({ book, broken_at, problem }) => {
          const name = phraseOf("book", book);
          return (
            <p key={book} className="font-medium">
              {say("verify_broken", {
                book: name ? say(name) : book,
                number: broken_at ?? "—",
                problem,
              })}
            </p>
          );
        })}
      <p>{say("verify_broken_text")}</p>
    </div>
  );
}
