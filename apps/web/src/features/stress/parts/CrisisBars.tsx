// The return of the strategy and of its market in each crisis, as bars; a crisis without data says so.
import { type Bar, Bars } from "../../../charts/Bars";
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import type { Crisis } from "../report";
import { words } from "../words";

export function CrisisBars({ crises }: { crises: Crisis[] }) {
  const { language } = useLanguage();
  const say = useWords(words);
  const format = useFormat();
  const bars: Bar[] = crises.map((crisis) => ({
    key: crisis.key,
    label: crisis.name[language],
    note: say("days", { start: crisis.start, end: crisis.end }),
    value: crisis.status === "exercised" ? crisis.total_return : null,
    beside: crisis.market_return,
    instead: say(crisis.status),
  }));
  return (
    <div data-testid="crisis-bars">
      <Bars
        title={say("crises_title")}
        summary={useSummary(crises)}
        bars={bars}
        format={(value) => format.signedPercent(value)}
        names={{ own: say("strategy"), beside: say("market") }}
      />
    </div>
  );
}

function useSummary(crises: Crisis[]): string {
  const { language } = useLanguage();
  const say = useWords(words);
  const format = useFormat();
  const there = crises.filter((crisis) => crisis.status !== "gap").length;
  const traded = crises.filter((crisis) => crisis.status === "exercised");
  const worst = worstOf(traded);
  if (worst === undefined) return say("crises_text_none", { there });
  return say("crises_text", {
    there,
    traded: traded.length,
    worst: worst.name[language],
    value: format.signedPercent(worst.total_return),
    market: format.signedPercent(worst.market_return),
  });
}

export function worstOf(traded: readonly Crisis[]): Crisis | undefined {
  return traded
    .filter((crisis) => crisis.total_return !== null)
    .toSorted((one, other) => one.total_return! - other.total_return!)[0];
}
