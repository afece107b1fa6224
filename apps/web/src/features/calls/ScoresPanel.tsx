// How good the calls were: the count of each kind, and scores only once enough have settled.
import { lazy, Suspense } from "react";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { LoadingPart } from "../../ui/Loading";
import { Panel } from "../../ui/Panel";
import { Progress } from "../../ui/Progress";
import { type CallBook, isScored, type ScoreReport } from "./types";
import { words } from "./words";

const ScoredPart = lazy(() => import("./ScoredPart"));

const KINDS = ["entries", "open", "settled", "unsettleable", "no_call"] as const;

export function useScores(book: CallBook) {
  const api = useApi();
  return useAsked(`calls/scores/${book}`, (signal) =>
    unwrap(api.client.GET("/api/v1/calls/scores", { params: { query: { book } }, signal })),
  );
}

interface ScoresPanelProps {
  book: CallBook;
  scores: ReturnType<typeof useScores>;
}

export function ScoresPanel({ book, scores }: ScoresPanelProps) {
  const say = useWords(words);
  return (
    <Panel title={say(book === "live" ? "scores" : "scores_walk_back")}>
      {book === "walk_back" && <p className="mb-4 text-soft">{say("walk_back_text")}</p>}
      <AskedPart of={scores}>{(report) => <Report report={report} />}</AskedPart>
    </Panel>
  );
}

function Report({ report }: { report: ScoreReport }) {
  const say = useWords(words);
  const format = useFormat();
  const { overall, tally, left_out } = report;
  return (
    <>
      <dl aria-label={say("tally")} className="grid grid-cols-2 gap-3 sm:grid-cols-5">
        {KINDS.map((kind) => (
          <div key={kind} className="rounded-md bg-well px-3 py-2">
            <dt className="text-sm text-soft">{say(`tally_${kind}`)}</dt>
            <dd className="font-mono text-xl tabular-nums">{format.number(tally[kind], 0)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5">
        {isScored(overall) ? (
          <Suspense fallback={<LoadingPart />}>
            <ScoredPart scores={overall} report={report} />
          </Suspense>
        ) : (
          <>
            <Progress
              value={overall.settled / overall.needed}
              label={say("few", {
                settled: overall.settled,
                needed: overall.needed,
                missing: overall.needed - overall.settled,
              })}
            />
            <p className="text-sm text-soft">{say("few_why")}</p>
          </>
        )}
        {left_out > 0 && (
          <p className="mt-3 text-sm text-soft">{say("left_out", { count: left_out })}</p>
        )}
      </div>
    </>
  );
}
