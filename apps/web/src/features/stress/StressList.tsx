// The stress tests of a person, newest first, or of one strategy; without any, what a stress test is.
import { useSearch } from "wouter";
import { unwrap } from "../../api/client";
import { useApi } from "../../api/ApiContext";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/form/Asked";
import { MoreButton } from "../../ui/form/MoreButton";
import { PageHead } from "../../ui/PageHead";
import { usePages } from "../../ui/usePages";
import { useTitle } from "../../ui/useTitle";
import { LinkButton } from "../../ui/form/LinkButton";
import { FeatureIntro } from "../FeatureIntro";
import { OneStrategy } from "../OneStrategy";
import type { StressTest } from "./report";
import { StressItem } from "./StressItem";
import { whileUnderWay } from "./underWay";
import { words } from "./words";

const LIMIT = 30;

export function StressList() {
  const api = useApi();
  const sayApp = useSay();
  const say = useWords(words);
  const strategy = new URLSearchParams(useSearch()).get("strategy_id");
  useTitle(sayApp("nav.stress"));
  const pages = usePages<StressTest, string>({
    key: `stress ${strategy}`,
    by: "id",
    every: whileUnderWay,
    ask: async (before, signal) => {
      const query = { limit: LIMIT, before, strategy_id: strategy };
      const page = await unwrap(api.client.GET("/api/v1/stress", { params: { query }, signal }));
      return { items: page.stress_tests, next: page.next };
    },
  });
  const fresh = strategy
    ? `/stress/new?strategy_id=${encodeURIComponent(strategy)}`
    : "/stress/new";
  return (
    <Asked of={pages.asking}>
      {(items) =>
        items.length === 0 && strategy === null ? (
          <Nothing />
        ) : (
          <div className="mx-auto w-full max-w-6xl">
            <PageHead
              title={sayApp("nav.stress")}
              text={say("lede")}
              actions={
                <>
                  <LinkButton href="/stress/optimisations" kind="quiet">
                    {say("optimisations")}
                  </LinkButton>
                  <LinkButton kind="primary" href={fresh}>
                    {say("new")}
                  </LinkButton>
                </>
              }
            />
            {strategy !== null && <OneStrategy say={say} all="/stress" />}
            {items.length === 0 && <p>{say("none_of_strategy")}</p>}
            <ul aria-label={say("list")} className="space-y-3">
              {items.map((test) => (
                <StressItem key={test.id} test={test} />
              ))}
            </ul>
            <MoreButton of={pages} />
          </div>
        )
      }
    </Asked>
  );
}

function Nothing() {
  const say = useWords(words);
  return (
    <FeatureIntro place="stress">
      <LinkButton kind="primary" href="/stress/new">
        {say("new")}
      </LinkButton>
      <LinkButton href="/chat">{say("from_chat")}</LinkButton>
      <LinkButton href="/stress/optimisations">{say("optimisations")}</LinkButton>
    </FeatureIntro>
  );
}
