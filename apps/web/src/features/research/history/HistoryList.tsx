// Past research as a list; two of them can be ticked and compared.
import { useState } from "react";
import { useLocation } from "wouter";
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { MoreButton } from "../../../ui/form/MoreButton";
import { Panel } from "../../../ui/Panel";
import type { Pages } from "../../../ui/usePages";
import type { ResearchSession } from "../experts";
import { words } from "../words";
import { HistoryItem } from "./HistoryItem";

interface HistoryListProps {
  sessions: readonly ResearchSession[];
  pages: Pages<ResearchSession>;
}

export function HistoryList({ sessions, pages }: HistoryListProps) {
  const say = useWords(words);
  const [, goTo] = useLocation();
  const [ticked, setTicked] = useState<readonly string[]>([]);
  // A third tick takes the place of the first.
  const toggle = (id: string) =>
    setTicked(
      ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id].slice(-2),
    );
  const compare = () => {
    // Older first, so that a difference reads as a change.
    const order = sessions.map(({ session_id }) => session_id).filter((id) => ticked.includes(id));
    const query = new URLSearchParams({ a: order[1] ?? "", b: order[0] ?? "" });
    goTo(`/research/compare?${query}`);
  };
  return (
    <Panel title={say("history")}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-soft">{say("history_text")}</p>
        <Button kind="quiet" disabled={ticked.length !== 2} onClick={compare}>
          {ticked.length === 2 ? say("compare") : say("compare_more", { count: 2 - ticked.length })}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <HistoryItem
            key={session.session_id}
            session={session}
            isTicked={ticked.includes(session.session_id)}
            onTick={() => toggle(session.session_id)}
          />
        ))}
      </ul>
      <MoreButton of={pages} />
    </Panel>
  );
}
