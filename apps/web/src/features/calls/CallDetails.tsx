// What a call stands on: its prices, how its probability moved, and its place in the chain.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Disclosure } from "../../ui/Disclosure";
import type { Call, PriceRow } from "./types";
import { words } from "./words";

const STAGES = [
  "before_debate",
  "after_bull",
  "after_bear",
  "after_resolution",
  "after_judge",
] as const;

export function CallDetails({ call }: { call: Call }) {
  const say = useWords(words);
  const format = useFormat();
  const { settlement } = call;
  return (
    <Disclosure summary={<span className="text-sm">{say("details")}</span>}>
      <div className="grid gap-4 text-sm md:grid-cols-2">
        <dl className="space-y-1">
          <Row name={say("base_price")}>
            <Price row={call.base_price} />
          </Row>
          {settlement && (
            <>
              <Row name={say("end_price")}>
                <Price row={settlement.close} />
              </Row>
              {call.benchmark && (
                <Row name={say("benchmark_end_price")}>
                  <Price row={settlement.benchmark_close} />
                </Row>
              )}
              <Row name={say("settled_at")}>{format.dateTime(settlement.settled_at)}</Row>
            </>
          )}
        </dl>
        <div>
          <h4 className="text-soft">{say("stages")}</h4>
          <ol className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
            {STAGES.map((stage) => (
              <li key={stage}>
                {say(stage)}{" "}
                <span className="font-mono tabular-nums">{format.percent(call.stages[stage])}</span>
              </li>
            ))}
          </ol>
        </div>
        <dl className="min-w-0 space-y-1 md:col-span-2">
          <Row name={say("hash")}>
            <code className="font-mono break-all">{call.hash}</code>
          </Row>
          <Row name={say("previous_hash")}>
            <code className="font-mono break-all">{call.previous_hash}</code>
          </Row>
        </dl>
      </div>
      <Link
        href={`/research/${encodeURIComponent(call.session_id)}`}
        className="mt-3 inline-flex min-h-10 items-center text-sm text-accent underline underline-offset-4"
      >
        {say("session")}
      </Link>
    </Disclosure>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-3">
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

function Price({ row }: { row: PriceRow | null }) {
  const say = useWords(words);
  const format = useFormat();
  if (row === null) return "—";
  return say("price_row", {
    value: format.number(row.value, 4),
    day: format.date(row.day),
    source: row.source,
  });
}
