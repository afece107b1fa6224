// One past research in the list: what, when, how it ended.
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { isDemoSymbol, type ResearchSession } from "../experts";
import { StatusBadge } from "../StatusBadge";
import { words } from "../words";

interface HistoryItemProps {
  session: ResearchSession;
  isTicked: boolean;
  onTick: () => void;
}

export function HistoryItem({ session, isTicked, onTick }: HistoryItemProps) {
  const say = useWords(words);
  const format = useFormat();
  const date = format.dateTime(session.created_at);
  const facts = [
    date,
    say("experts_count", { count: session.experts.length }),
    session.skip_debate && say("no_debate_short"),
    session.analysis_date && say("as_of_short", { date: format.date(session.analysis_date) }),
  ];
  return (
    <li data-testid="research-item" className="flex items-center gap-1 hover:bg-well">
      <label className="flex size-10 shrink-0 cursor-pointer items-center justify-center">
        <span className="sr-only">{say("tick", { symbol: session.symbol, date })}</span>
        <input
          type="checkbox"
          checked={isTicked}
          onChange={onTick}
          className="size-5 accent-accent"
        />
      </label>
      <Link
        href={`/research/${session.session_id}`}
        className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 py-3 pr-2"
      >
        <span className="font-medium">{session.symbol}</span>
        <StatusBadge status={session.status} />
        {isDemoSymbol(session.symbol) && <Badge tone="accent">{say("demo")}</Badge>}
        <span className="text-sm text-soft sm:ml-auto">{facts.filter(Boolean).join(" · ")}</span>
      </Link>
    </li>
  );
}
