// One stress test in the list: whose, on what, and what came of it.
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import type { StressTest } from "./report";
import { TestItem } from "./TestItem";
import { VerdictMark } from "./VerdictMark";
import { words } from "./words";

export function StressItem({ test }: { test: StressTest }) {
  const say = useWords(words);
  const format = useFormat();
  const { version, tickers, timeframe, trials, created_at, verdict } = test;
  const facts = [
    version !== null && say("version", { version }),
    tickers.slice(0, 5).join(", "),
    timeframe,
    trials !== null && say("trials", { count: format.number(trials, 0) }),
    format.dateTime(created_at),
  ];
  return (
    <TestItem
      {...test}
      say={say}
      href={`/stress/${test.id}`}
      testId="stress-item"
      facts={facts.filter(Boolean).join(" · ")}
      isDemo={tickers.some((ticker) => ticker.startsWith("DEMO"))}
      verdict={verdict && <VerdictMark ruling={verdict} />}
    />
  );
}
