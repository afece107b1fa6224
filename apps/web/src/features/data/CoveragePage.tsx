// All that is stored: as a picture on one time axis and as a table, by market and symbol.
import { useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { type Asking, useAsked } from "../../api/useAsked";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Button } from "../../ui/form/Button";
import { Disclosure } from "../../ui/Disclosure";
import { LoadingPart } from "../../ui/Loading";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { SymbolSearch } from "../symbols/SymbolSearch";
import { marketOf } from "../symbols/instrument";
import type { Series } from "./coverage";
import { CoverageChart } from "./CoverageChart";
import { CoverageFilter, type Filter, NO_FILTER } from "./CoverageFilter";
import { CoverageTable } from "./CoverageTable";
import { Commands } from "./Commands";
import { FeatureIntro } from "../FeatureIntro";
import { DamagedSeries } from "./DamagedSeries";
import { DropArea } from "./imports/DropArea";
import { RecentImports } from "./imports/RecentImports";
import { words as importWords } from "./imports/words";
import { LoadingJobs } from "./LoadingJobs";
import { words } from "./words";

const STEP = 40;

export default function CoveragePage() {
  const api = useApi();
  const coverage = useAsked("coverage", (signal) =>
    unwrap(api.client.GET("/api/v1/data/coverage", { signal })),
  );
  const { asked } = coverage;
  const isEmpty = asked.status === "there" && asked.value.coverage.length === 0;
  return (
    <>
      <LoadingJobs onEnd={coverage.again} />
      {asked.status === "there" && asked.value.damaged.length > 0 && (
        <DamagedSeries series={asked.value.damaged} />
      )}
      {isEmpty ? <Nothing /> : <Stored coverage={coverage} />}
    </>
  );
}

function Importing() {
  const say = useWords(importWords);
  return (
    <>
      <Panel title={say("import")} className="w-full">
        <DropArea />
      </Panel>
      <RecentImports />
    </>
  );
}

function Nothing() {
  const say = useWords(words);
  return (
    <FeatureIntro place="data">
      <Importing />
      <Panel title={say("how")} className="w-full">
        <Commands />
      </Panel>
    </FeatureIntro>
  );
}

/** What needs no answer is there at once. */
function Stored({ coverage }: { coverage: Asking<{ coverage: Series[] }> }) {
  const ask = useSay();
  const say = useWords(words);
  const [, go] = useLocation();
  return (
    <article className="mx-auto w-full max-w-6xl">
      <PageHead title={ask("nav.data")} text={ask("data.lede")} />
      <div className="space-y-4">
        <div className="max-w-xl">
          <SymbolSearch
            label={say("find")}
            onPick={({ symbol }) => go(`/data/${encodeURIComponent(symbol)}`)}
          />
        </div>
        {/* Files that are chosen before it is known what is stored would be lost when the page turns out to be empty. */}
        {coverage.asked.status !== "waiting" && <Importing />}
        <AskedPart of={coverage} waiting={<Waiting />}>
          {({ coverage: series }) => <Listed series={series} />}
        </AskedPart>
        <Disclosure summary={say("how")}>
          <Commands />
        </Disclosure>
      </div>
    </article>
  );
}

function Waiting() {
  const say = useWords(words);
  return (
    <Panel title={say("coverage")}>
      <LoadingPart isChart />
    </Panel>
  );
}

function Listed({ series }: { series: Series[] }) {
  const say = useWords(words);
  const [filter, setFilter] = useState<Filter>(NO_FILTER);
  const [most, setMost] = useState(STEP);
  const fitting = series.filter(
    ({ symbol }) =>
      (filter.market === "all" || marketOf(symbol) === filter.market) &&
      symbol.includes(filter.text.trim().toUpperCase()),
  );
  const shown = fitting.slice(0, most);
  return (
    <>
      <Panel title={say("coverage")}>
        <CoverageFilter series={series} filter={filter} onChange={setFilter} />
        {fitting.length === 0 ? (
          <p role="status" className="py-6 text-soft">
            {say("nothing_fits")}
          </p>
        ) : (
          <>
            <CoverageChart all={fitting} shown={shown} />
            {shown.length < fitting.length && (
              <Button kind="quiet" className="mt-3" onClick={() => setMost(most + STEP)}>
                {say("more", { count: Math.min(STEP, fitting.length - shown.length) })}
              </Button>
            )}
          </>
        )}
      </Panel>
      {shown.length > 0 && (
        <Panel title={say("table")}>
          <CoverageTable series={shown} />
        </Panel>
      )}
    </>
  );
}
