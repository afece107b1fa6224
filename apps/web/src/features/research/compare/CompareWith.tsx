// Puts a session beside another one: of the same company on another date first, then of other companies.
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { SelectField } from "../../../ui/form/SelectField";
import type { ResearchDetail, ResearchSession } from "../experts";
import { useHistory } from "../history/useHistory";
import { summaryWords } from "../summary/summaryWords";
import { words } from "../words";

export function CompareWith({ detail }: { detail: ResearchDetail }) {
  const say = useWords(summaryWords);
  const format = useFormat();
  const sayPage = useWords(words);
  const [, goTo] = useLocation();
  const [chosen, setChosen] = useState("");
  const { asking } = useHistory();
  const known = asking.asked.status === "there" ? asking.asked.value : [];
  const others = othersFor(detail, known);
  if (others.length === 0) return null;
  const options = others.map(({ session_id, symbol, created_at, analysis_date }) => ({
    value: session_id,
    label: say("compare_option", {
      symbol,
      date: analysis_date ? format.date(analysis_date) : format.dateTime(created_at),
    }),
  }));
  const compare = (event: FormEvent) => {
    event.preventDefault();
    const other = others.find((each) => each.session_id === chosen);
    if (!other) return;
    const isBefore = other.created_at < detail.created_at;
    const [older, newer] = isBefore ? [other, detail] : [detail, other];
    const query = new URLSearchParams({ a: older.session_id, b: newer.session_id });
    goTo(`/research/compare?${query}`);
  };
  return (
    <form onSubmit={compare} className="flex max-w-lg items-end gap-2">
      <div className="min-w-0 flex-1">
        <SelectField
          label={say("compare_with")}
          options={[{ value: "", label: say("compare_choose") }, ...options]}
          value={chosen}
          onChoose={setChosen}
        />
      </div>
      <Button type="submit" kind="quiet" disabled={chosen === ""}>
        {sayPage("compare")}
      </Button>
    </form>
  );
}

/** Those that came to a result, the same company first. */
export function othersFor(
  { session_id, symbol }: Pick<ResearchDetail, "session_id" | "symbol">,
  sessions: readonly ResearchSession[],
): ResearchSession[] {
  const others = sessions.filter(
    (each) =>
      each.session_id !== session_id && (each.status === "completed" || each.status === "partial"),
  );
  return [
    ...others.filter((each) => each.symbol === symbol),
    ...others.filter((each) => each.symbol !== symbol),
  ];
}
