// All backtests, newest first, or those of one strategy; what is under way is followed live.
import { useState } from "react";
import { useSearch } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/form/Asked";
import { MoreButton } from "../../ui/form/MoreButton";
import { PageHead } from "../../ui/PageHead";
import { usePages } from "../../ui/usePages";
import { FeatureIntro } from "../FeatureIntro";
import { OneStrategy } from "../OneStrategy";
import { BacktestItem } from "./BacktestItem";
import { MOST_COMPARED, toggled } from "./compare/chosen";
import { CompareBar } from "./compare/CompareBar";
import { ComparePick } from "./compare/ComparePick";
import { LinkButton } from "../../ui/form/LinkButton";
import type { Backtest } from "./report/report";
import { words } from "./words";

const PAGE = 30;

export function BacktestList() {
  const api = useApi();
  const strategyId = new URLSearchParams(useSearch()).get("strategy_id");
  const pages = usePages<Backtest, string>({
    key: `backtests:${strategyId}`,
    by: "id",
    ask: async (before, signal) => {
      const query = { limit: PAGE, before, strategy_id: strategyId };
      const page = await unwrap(api.client.GET("/api/v1/backtests", { params: { query }, signal }));
      return { items: page.backtests, next: page.next };
    },
  });
  const say = useWords(words);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  return (
    <Asked of={pages.asking}>
      {(backtests) => {
        if (backtests.length === 0 && strategyId === null) return <Nothing />;
        return (
          <div className="mx-auto w-full max-w-6xl">
            <Head strategyId={strategyId} />
            {backtests.length === 0 && <p className="text-soft">{say("none_of_strategy")}</p>}
            <ul className="space-y-3">
              {backtests.map((backtest) => (
                <BacktestItem
                  key={backtest.id}
                  backtest={backtest}
                  onEnd={pages.asking.again}
                  pick={
                    <ComparePick
                      name={backtest.name}
                      isChosen={chosen.includes(backtest.id)}
                      isFull={chosen.length === MOST_COMPARED}
                      onToggle={() => setChosen(toggled(chosen, backtest.id))}
                    />
                  }
                />
              ))}
            </ul>
            <MoreButton of={pages} />
            <CompareBar ids={chosen} onClear={() => setChosen([])} />
          </div>
        );
      }}
    </Asked>
  );
}

function Nothing() {
  const say = useWords(words);
  return (
    <FeatureIntro place="backtests">
      <LinkButton href="/backtests/new" kind="primary">
        {say("new")}
      </LinkButton>
      <LinkButton href="/strategies">{say("go_strategies")}</LinkButton>
    </FeatureIntro>
  );
}

function Head({ strategyId }: { strategyId: string | null }) {
  const say = useWords(words);
  const sayGlobal = useSay();
  const asked = strategyId === null ? "" : `?strategy_id=${encodeURIComponent(strategyId)}`;
  return (
    <>
      <PageHead
        title={sayGlobal("nav.backtests")}
        text={say("list_text")}
        actions={
          <LinkButton href={`/backtests/new${asked}`} kind="primary">
            {say("new")}
          </LinkButton>
        }
      />
      {strategyId !== null && <OneStrategy say={say} all="/backtests" />}
    </>
  );
}
