// The call book: every verdict as it was given, settled by rule, scored once enough of them have settled.
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/form/Asked";
import { LinkButton } from "../../ui/form/LinkButton";
import { MoreButton } from "../../ui/form/MoreButton";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import type { Pages } from "../../ui/usePages";
import { FeatureIntro } from "../FeatureIntro";
import { CallItem } from "./CallItem";
import { ScoresPanel, useScores } from "./ScoresPanel";
import type { Call } from "./types";
import { useCallBook } from "./useCallBook";
import { Verify } from "./Verify";
import { words } from "./words";

export default function CallsPage() {
  const book = useCallBook();
  const scores = useScores(); // asked for beside the calls, so that nothing moves when they come
  return (
    <Asked of={book.asking}>
      {(calls) =>
        calls.length === 0 ? <Empty /> : <Book calls={calls} pages={book} scores={scores} />
      }
    </Asked>
  );
}

interface BookProps {
  calls: readonly Call[];
  pages: Pages<Call>;
  scores: ReturnType<typeof useScores>;
}

function Book({ calls, pages, scores }: BookProps) {
  const ask = useSay();
  const say = useWords(words);
  return (
    <article className="mx-auto w-full max-w-6xl">
      <PageHead title={ask("nav.calls")} text={ask("calls.lede")} />
      <div className="space-y-4">
        <Verify />
        <ScoresPanel scores={scores} />
        <Panel title={say("list")}>
          <ul className="divide-y divide-line">
            {calls.map((call) => (
              <CallItem key={call.id} call={call} />
            ))}
          </ul>
          <MoreButton of={pages} />
        </Panel>
      </div>
    </article>
  );
}

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
