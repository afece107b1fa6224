// What the desk said and whether it was right: the newest calls, settled ones first, and the score once there are enough.
import { Link } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Panel } from "../../ui/Panel";
import { type Call, isScored, type ScoreReport } from "../calls/types";
import { SignalBadge } from "../research/report/Signal";
import { words } from "./words";

const READ = 100;
const SHOWN = 5;

export function CallsCard() {
  const { client } = useApi();
  const say = useWords(words);
  const book = useAsked("home calls", (signal) =>
    Promise.all([
      unwrap(client.GET("/api/v1/calls", { params: { query: { limit: READ } }, signal })),
      unwrap(client.GET("/api/v1/calls/scores", { params: { query: {} }, signal })),
    ]),
  );
  return (
    <Panel
      title={say("calls")}
      aside={
        <Link href="/calls" className="text-sm text-accent underline-offset-4 hover:underline">
          {say("calls_all")}
        </Link>
      }
    >
      <AskedPart of={book}>
        {([{ calls }, scores]) => (
          <div className="grid gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
            <Score report={scores} />
            {calls.length === 0 ? (
              <p className="text-soft">{say("calls_none")}</p>
            ) : (
              <ul className="divide-y divide-line">
                {settledFirst(calls)
                  .slice(0, SHOWN)
                  .map((call) => (
                    <OneCall key={call.id} call={call} />
                  ))}
              </ul>
            )}
          </div>
        )}
      </AskedPart>
    </Panel>
  );
}

export function settledFirst(calls: readonly Call[]): Call[] {
  return [
    ...calls.filter(({ state }) => state === "settled"),
    ...calls.filter(({ state }) => state !== "settled"),
  ];
}

function Score({ report: { overall, tally } }: { report: ScoreReport }) {
  const say = useWords(words);
  const format = useFormat();
  return (
    <div>
      {isScored(overall) ? (
        <>
          <p className="text-sm text-soft">{say("calls_brier")}</p>
          <p className="text-2xl font-semibold tabular-nums">
            {format.number(overall.brier.value, 3)}
          </p>
          <p className="text-sm text-soft">
            {say("calls_base", {
              count: tally.settled,
              base: format.percent(overall.base_rate, 0),
            })}
          </p>
        </>
      ) : (
        <>
          <p className="text-2xl font-semibold tabular-nums">
            {say("calls_settled", { settled: overall.settled, needed: overall.needed })}
          </p>
          <p className="text-sm text-pretty text-soft">
            {say("calls_few", { needed: overall.needed })}
          </p>
        </>
      )}
    </div>
  );
}

function OneCall({ call }: { call: Call }) {
  const say = useWords(words);
  const format = useFormat();
  const { settlement } = call;
  const ended =
    call.state === "settled" && settlement
      ? say(settlement.outcome === 1 ? "call_right" : "call_wrong", {
          excess: format.signedPercent(settlement.excess_return ?? settlement.own_return),
        })
      : say("call_open", { date: format.date(call.ends_on) });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <Link
        href={`/research/${encodeURIComponent(call.session_id)}`}
        className="font-mono font-medium underline-offset-4 hover:underline"
      >
        {call.symbol}
      </Link>
      <SignalBadge word={call.action} />
      <span className="tabular-nums">{format.percent(call.probability, 0)}</span>
      <span className="text-soft">{format.date(call.made_at)}</span>
      <span className="text-soft sm:ml-auto">{ended}</span>
    </li>
  );
}
