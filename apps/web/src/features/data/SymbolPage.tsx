// One symbol: what it is, which series of it are stored, its prices as a picture and the latest bars.
import { useState } from "react";
import { useLocation } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Badge } from "../../ui/Badge";
import { Choice } from "../../ui/form/Choice";
import { Disclosure } from "../../ui/Disclosure";
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
import { DropArea } from "./imports/DropArea";
import { words as importWords } from "./imports/words";
import { MissingData } from "./MissingData";
import { offerOrQuestion } from "./missing";
import { ResearchLink } from "./ResearchLink";
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
  const hasData = coverage.asked.status === "there" && coverage.asked.value.coverage.length > 0;
  return (
    <article className="mx-auto w-full max-w-6xl">
      <PageHead
        back={{ href: "/data", label: ask("nav.data") }}
        title={<Title symbol={symbol} instrument={instrument} />}
        text={instrument && <About instrument={instrument} />}
        actions={hasData && <ResearchLink symbol={symbol} />}
      />
      <AskedPart of={coverage}>
        {({ coverage: series }) =>
          series.length === 0 ? (
            <NoData
              symbol={symbol}
              onFetched={() => {
                coverage.again();
                known.again();
              }}
            />
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
  const name = instrument && nameOf(instrument, language);
  return (
    <>
      <span className="font-mono">{symbol}</span> {name !== symbol && name}
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

interface NoDataProps {
  symbol: string;
  onFetched: () => void;
}

/** Fetch it or import it here; the commands are for those who like a terminal better. */
function NoData({ symbol, onFetched }: NoDataProps) {
  const api = useApi();
  const say = useWords(words);
  const sayImports = useWords(importWords);
  const [, go] = useLocation();
  const offer = useAsked(`missing ${symbol}`, () => offerOrQuestion(api, { symbol }));
  return (
    <div className="space-y-4">
      <AskedPart of={offer}>
        {(missing) => (
          <MissingData
            of={missing}
            action={say("fetch_it")}
            onChoose={(chosen) => go(`/data/${encodeURIComponent(chosen)}`)}
            onFetched={onFetched}
            onCancel={() => go("/data")}
            isPartOfPage
          />
        )}
      </AskedPart>
      <Panel title={sayImports("import")}>
        <DropArea />
      </Panel>
      <Disclosure summary={say("in_terminal")}>
        <Commands symbol={symbol} />
      </Disclosure>
    </div>
  );
}
