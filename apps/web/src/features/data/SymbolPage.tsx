// One symbol: what it is, which series of it are stored, its prices as a picture and the latest bars.
import { useState } from "react";
import { Link } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Badge } from "../../ui/Badge";
import { Button } from "../../ui/form/Button";
import { Choice } from "../../ui/form/Choice";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { useTitle } from "../../ui/useTitle";
import { type Instrument, marketPhrase, nameOf } from "../symbols/instrument";
import { words as symbolWords } from "../symbols/words";
import { Bars } from "./Bars";
import { Commands } from "./Commands";
import { CoverageChart } from "./CoverageChart";
import { CoverageTable } from "./CoverageTable";
import type { Series } from "./coverage";
import { GapList } from "./GapList";
import { words } from "./words";

export default function SymbolPage({ symbol }: { symbol: string }) {
  const api = useApi();
  const { say: ask } = useLanguage();
  useTitle(symbol);
  const known = useAsked(`instrument ${symbol}`, async (signal) => {
    const query = { q: symbol, limit: 100 };
    const { instruments } = await unwrap(
      api.client.GET("/api/v1/data/symbols", { params: { query }, signal }),
    );
    return instruments.find((each) => each.symbol === symbol.toUpperCase()) ?? null;
  });
  const coverage = useAsked(`coverage ${symbol}`, (signal) =>
    unwrap(api.client.GET("/api/v1/data/coverage", { params: { query: { symbol } }, signal })),
  );
  const instrument = known.asked.status === "there" ? known.asked.value : null;
  return (
    <article className="mx-auto w-full max-w-6xl">
      <PageHead
        back={{ href: "/data", label: ask("nav.data") }}
        title={<Title symbol={symbol} instrument={instrument} />}
        text={instrument && <About instrument={instrument} />}
        actions={<ResearchLink symbol={symbol} />}
      />
      <AskedPart of={coverage}>
        {({ coverage: series }) =>
          series.length === 0 ? (
            <NoData symbol={symbol} onRefresh={coverage.again} />
          ) : (
            <Known symbol={symbol} series={series} />
          )
        }
      </AskedPart>
    </article>
  );
}

function Title({ symbol, instrument }: { symbol: string; instrument: Instrument | null }) {
  const { language } = useLanguage();
  return (
    <>
      <span className="font-mono">{symbol}</span> {instrument && nameOf(instrument, language)}
    </>
  );
}

function About({ instrument }: { instrument: Instrument }) {
  const say = useWords(symbolWords);
  const market = marketPhrase(instrument.market);
  const facts = [
    market ? say(market) : instrument.market,
    instrument.exchange,
    instrument.currency,
  ];
  return <>{facts.filter(Boolean).join(" · ")}</>;
}

function ResearchLink({ symbol }: { symbol: string }) {
  const say = useWords(words);
  return (
    <Link
      href={`/research?symbol=${encodeURIComponent(symbol)}`}
      className="inline-flex min-h-10 items-center rounded-md border border-line-strong px-4 font-medium hover:bg-well"
    >
      {say("research_it")}
    </Link>
  );
}

function Known({ symbol, series }: { symbol: string; series: Series[] }) {
  const say = useWords(words);
  const frames = [...new Set(series.map(({ timeframe }) => timeframe))];
  const [timeframe, setTimeframe] = useState(frames.includes("1d") ? "1d" : frames[0]!);
  return (
    <div className="space-y-4">
      {series.some(({ is_demo }) => is_demo) && (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="accent">{say("demo")}</Badge>
          <span className="text-sm">{say("demo_text")}</span>
        </p>
      )}
      {frames.length > 1 && (
        <Choice
          label={say("timeframe")}
          options={frames.map((value) => ({ value, label: value }))}
          value={timeframe}
          onChoose={setTimeframe}
        />
      )}
      <Bars key={timeframe} symbol={symbol} timeframe={timeframe} />
      <Panel title={say("coverage")}>
        <CoverageChart all={series} shown={series} />
        <div className="mt-4">
          <CoverageTable series={series} />
        </div>
        <GapList series={series} />
      </Panel>
    </div>
  );
}

function NoData({ symbol, onRefresh }: { symbol: string; onRefresh: () => void }) {
  const say = useWords(words);
  return (
    <Panel title={say("none_of", { symbol })}>
      <p className="mb-3">{say("none_of_text")}</p>
      <Commands symbol={symbol} />
      <Button kind="quiet" className="mt-4" onClick={onRefresh}>
        {say("refresh")}
      </Button>
    </Panel>
  );
}
