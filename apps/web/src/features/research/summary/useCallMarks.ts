// The calls that the desk made on an instrument, as events of its chart that lead to their research.
import { useMemo } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import type { ChartMark } from "../../../charts/workbench/model";
import type { components } from "../../../contracts/api";
import { type Format, useFormat } from "../../../i18n/format";
import type { SayWords } from "../../../i18n/words";
import { useWords } from "../../../i18n/words";
import { useSignalWord } from "../report/Signal";
import { summaryWords } from "./summaryWords";

type Call = components["schemas"]["CallOut"];
const NEWEST = 200;
const NONE: readonly ChartMark[] = [];

/** With an instant, only those that looked back from then or before: a chart as of a day knows no later ones. */
export function useCallMarks(symbol: string, until?: string): readonly ChartMark[] {
  const { client } = useApi();
  const say = useWords(summaryWords);
  const format = useFormat();
  const wordOf = useSignalWord();
  const { asked } = useAsked("calls for charts", async (signal) => {
    const query = { limit: NEWEST };
    return (await unwrap(client.GET("/api/v1/calls", { params: { query }, signal }))).calls;
  });
  const calls = asked.status === "there" ? asked.value : null;
  return useMemo(() => {
    const last = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
    const own =
      calls?.filter((each) => each.symbol === symbol && Date.parse(each.as_of) <= last) ?? [];
    return own.length === 0 ? NONE : own.map((call) => markOf(call, say, format, wordOf));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words change with `say`
  }, [calls, symbol, until, say, format]);
}

function markOf(
  call: Call,
  say: SayWords<(typeof summaryWords)["zh"]>,
  format: Format,
  wordOf: (word: string) => string,
): ChartMark {
  const word = wordOf(call.action);
  const probability = format.percent(call.probability, 0);
  return {
    key: call.id,
    time: call.as_of,
    kind: "event",
    label: word,
    title: say("call", { number: call.number, word, date: format.date(call.made_at) }),
    details: [
      call.benchmark
        ? say("call_against", { probability, benchmark: call.benchmark, days: call.horizon_days })
        : say("call_alone", { probability, days: call.horizon_days }),
    ],
    href: `/research/${encodeURIComponent(call.session_id)}`,
  };
}
