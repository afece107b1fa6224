// The call book: every verdict as it was given, settled by rule, scored once enough of them have settled.
import { useState } from "react";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/form/Asked";
import { Choice } from "../../ui/form/Choice";
import { LinkButton } from "../../ui/form/LinkButton";
import { MoreButton } from "../../ui/form/MoreButton";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import type { Pages } from "../../ui/usePages";
import { FeatureIntro } from "../FeatureIntro";
import { CallItem } from "./CallItem";
import { ScoresPanel, useScores } from "./ScoresPanel";
import type { Call, CallBook } from "./types";
import { useCallBook } from "./useCallBook";
import { Verify } from "./Verify";
import { words } from "./words";

export default function CallsPage() {
  const [shown, setShown] = useState<CallBook>("live");
  const live = useCallBook("live");
  const walkBack = useCallBook("walk_back");
  // Asked for beside the calls, so that nothing moves when they come.
  const scores = { live: useScores("live"), walk_back: useScores("walk_back") };
  const pages = shown === "live" ? live : walkBack;
  return (
    <Asked of={live.asking}>
      {(calls) => (
        <Asked of={walkBack.asking}>
          {(past) =>
            calls.length + past.length === 0 ? (
              <Empty />
            ) : (
              <Book
                shown={shown}
                onShow={setShown}
                calls={shown === "live" ? calls : past}
                pages={pages}
                scores={scores[shown]}
              />
            )
          }
        </Asked>
      )}
    </Asked>
  );
}

interface BookProps {
  shown: CallBook;
  onShow: (book: CallBook) => void;
  calls: readonly Call[];
  pages: Pages<Call>;
  scores: ReturnType<typeof useScores>;
}

function Book({ shown, onShow, calls, pages, scores }: BookProps) {
  const ask = useSay();
  const say = useWords(words);
  return (
    <article className="mx-auto w-full max-w-6xl">
      <PageHead title={ask("nav.calls")} text={ask("calls.lede")} />
      <div className="space-y-4">
        <Choice
          label={say("which")}
          options={[
            { value: "live", label: say("which_live") },
            { value: "walk_back", label: say("which_walk_back") },
          ]}
          value={shown}
          onChoose={onShow}
        />
        <Verify book={shown} />
        <ScoresPanel key={shown} book={shown} scores={scores} />
        <Panel title={say("list")}>
          {calls.length === 0 && <p className="text-soft">{say(EMPTY[shown])}</p>}
          <ul className="divide-y divide-line">
            {calls.map((call) => (
              <CallItem key={call.id} call={call} isPast={shown === "walk_back"} />
            ))}
          </ul>
          <MoreButton of={pages} />
        </Panel>
      </div>
    </article>
  );
}

const EMPTY = { live: "live_empty", walk_back: "walk_back_empty" } as const;

function Empty() {
  const say = useWords(words);
  return (
    <FeatureIntro place="calls">
      <LinkButton kind="primary" href="/research">
        {say("begin")}
      </LinkButton>
    </FeatureIntro>
  );
}
