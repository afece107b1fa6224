// A session that failed because the bars end long before its day: the same research as of their last day, in one press.
import { useLocation } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { useFormat } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { ActionFailure } from "../../../ui/ActionFailure";
import { Button } from "../../../ui/form/Button";
import { useAction } from "../../../ui/useAction";
import { ImportLink } from "../../data/ImportLink";
import type { ResearchDetail } from "../experts";
import { text } from "../report/json";
import { startResearch } from "../start/startResearch";
import { sessionWords } from "./sessionWords";

export function EarlierDay({ detail }: { detail: ResearchDetail }) {
  const api = useApi();
  const say = useWords(sessionWords);
  const format = useFormat();
  const { language } = useLanguage();
  const [, go] = useLocation();
  const day = lastDayIn(detail);
  const again = useAction(async (analysis_date: string) => {
    const { symbol, experts, skip_debate, rounds } = detail;
    const order = { symbol, experts, skip_debate, rounds, analysis_date };
    go(`/research/${await startResearch(api, order, language)}`);
  });
  if (day === "" || detail.status === "running") return null;
  const date = format.date(day);
  return (
    <section
      data-testid="earlier-day"
      className="space-y-3 rounded-md border border-accent bg-well p-4"
    >
      <p className="font-medium">{say("last_day", { symbol: detail.symbol, date })}</p>
      <div className="flex flex-wrap gap-2">
        <Button busy={again.isBusy} onClick={() => void again.run(day)}>
          {say("as_of_last_day", { date })}
        </Button>
        <ImportLink />
      </div>
      <ActionFailure error={again.error} />
    </section>
  );
}

/** Empty where no expert lacked newer bars. */
function lastDayIn({ failures }: ResearchDetail): string {
  const days = Object.values(failures).map(({ details }) => text(details.last_day));
  return days.find(Boolean) ?? "";
}
