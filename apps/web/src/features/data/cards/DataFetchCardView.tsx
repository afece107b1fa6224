// The `data_fetch` card: the data of an instrument on their way, and how that ended.
import { useWords } from "../../../i18n/words";
import type { CardProps } from "../../cards";
import { ImportLink } from "../ImportLink";
import { JobProgress } from "../../jobs/JobProgress";
import { words } from "../words";

export default function DataFetchCardView({ card }: CardProps<"data_fetch">) {
  const say = useWords(words);
  return (
    <section className="min-w-0 space-y-2 rounded-lg border border-line bg-surface p-4">
      <p className="font-semibold">{say("fetching", { symbol: card.symbol })}</p>
      <JobProgress jobId={card.job_id} onEnd={() => undefined} whenFailed={<ImportLink />} />
    </section>
  );
}
