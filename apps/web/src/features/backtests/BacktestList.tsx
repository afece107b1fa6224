// All backtests, newest first, or those of one strategy; what is under way is followed live.
import { Link, useSearch } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import type { components } from "../../contracts/api";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/Asked";
import { PageHead } from "../../ui/PageHead";
import { BacktestItem } from "./BacktestItem";
import { EmptyBacktests } from "./EmptyBacktests";
import { LinkButton } from "../../ui/LinkButton";
import { MoreButton } from "./MoreButton";
import { usePages } from "./usePages";
import { words } from "./words";

type Page = components["schemas"]["BacktestPage"];
const PAGE = 30;

export function BacktestList() {
  const api = useApi();
  const strategyId = new URLSearchParams(useSearch()).get("strategy_id");
  const paged = usePages<Page, string>({
    key: `backtests:${strategyId}`,
    ask: (before, signal) =>
      unwrap(
        api.client.GET("/api/v1/backtests", {
          params: { query: { limit: PAGE, before, strategy_id: strategyId } },
          ...(signal && { signal }),
        }),
      ),
    nextOf: (pages) => pages.at(-1)!.next,
  });
  const say = useWords(words);
  return (
    <Asked of={paged.first}>
      {(first) => {
        if (first.backtests.length === 0 && strategyId === null) return <EmptyBacktests />;
        return (
          <div className="mx-auto w-full max-w-6xl">
            <Head strategyId={strategyId} />
            {first.backtests.length === 0 && <p className="text-soft">{say("none_of_strategy")}</p>}
            <ul className="space-y-3">
              {paged.pages
                .flatMap((page) => page.backtests)
                .map((backtest) => (
                  <BacktestItem key={backtest.id} backtest={backtest} onEnd={paged.first.again} />
                ))}
            </ul>
            <MoreButton of={paged} label={say("more")} />
          </div>
        );
      }}
    </Asked>
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
      {strategyId !== null && (
        <p className="mb-4 flex flex-wrap items-center gap-3 rounded-md bg-well px-3 py-2">
          {say("only_strategy")}
          <Link href="/backtests" className="py-2 text-accent underline underline-offset-4">
            {say("show_all")}
          </Link>
        </p>
      )}
    </>
  );
}
