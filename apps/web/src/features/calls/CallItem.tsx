// One call of the book: what was said about what until when, and how it ended.
import { Link } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { CallDetails } from "./CallDetails";
import { ProbabilityBar } from "./ProbabilityBar";
import type { Call } from "./types";
import { phraseOf, words } from "./words";

export function CallItem({ call, isPast = false }: { call: Call; isPast?: boolean }) {
  const say = useWords(words);
  const format = useFormat();
  const action = phraseOf("action", call.action);
  const engine = phraseOf("engine", call.engine);
  return (
    <li data-testid="call-item" className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="flex min-w-0 flex-wrap items-baseline gap-x-2 font-semibold">
          <Link
            href={`/data/${encodeURIComponent(call.symbol)}`}
            className="font-mono underline-offset-4 hover:underline"
          >
            {call.symbol}
          </Link>
          {action ? say(action) : call.action}
        </h3>
        {call.symbol.startsWith("DEMO") && <Badge tone="accent">{say("demo")}</Badge>}
        <Badge>{engine ? say(engine) : call.engine}</Badge>
        <Badge tone={call.state === "settled" ? "accent" : "plain"}>
          {say(`state_${call.state}`)}
        </Badge>
        <span className="ml-auto text-sm text-soft">
          {say("number", { number: call.number })} ·{" "}
          {say("made", { time: format.dateTime(call.made_at) })}
          {isPast && <> · {say("as_of", { day: format.date(call.as_of) })}</>}
        </span>
      </div>
      <div className="mt-3 grid gap-x-8 gap-y-3 md:grid-cols-2">
        <Said call={call} />
        <Ended call={call} />
      </div>
      <div className="mt-3">
        <CallDetails call={call} />
      </div>
    </li>
  );
}

function Said({ call }: { call: Call }) {
  const say = useWords(words);
  const format = useFormat();
  const day = format.date(call.ends_on);
  const event = call.benchmark
    ? say("says_against", { benchmark: call.benchmark, day })
    : say("says_alone", { day });
  return (
    <div className="min-w-0">
      {call.probability === null ? (
        <p>{say("says_nothing")}</p>
      ) : (
        <ProbabilityBar label={event} value={call.probability} />
      )}
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Term name={say("horizon")}>{say("days", { days: call.horizon_days })}</Term>
        <Term name={say("benchmark")}>{call.benchmark ?? say("no_benchmark")}</Term>
        <Term name={say("confidence")}>{format.percent(call.confidence, 0)}</Term>
      </dl>
    </div>
  );
}

function Ended({ call }: { call: Call }) {
  const { state, reason, settlement, benchmark } = call;
  const say = useWords(words);
  const format = useFormat();
  if (state !== "settled" || settlement === null) {
    const why =
      phraseOf("no_call", call.no_call_reason ?? "") ??
      phraseOf("reason", settlement?.reason ?? reason);
    return <p className="text-sm text-soft">{why ? say(why) : reason}</p>;
  }
  const own = format.signedPercent(settlement.own_return);
  const outcome = benchmark
    ? say("excess", {
        excess: format.signedPercent(settlement.excess_return),
        own,
        benchmark: format.signedPercent(settlement.benchmark_return),
      })
    : say("return_alone", { own });
  return (
    <div>
      <p className="font-medium">{say(settlement.outcome === 1 ? "came_true" : "came_false")}</p>
      <p className="text-sm text-soft">{outcome}</p>
    </div>
  );
}

function Term({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
