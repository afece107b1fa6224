// All strategies of a person: find one by name, look at archived ones, begin a new one.
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { unwrap } from "../../api/client";
import { useApi } from "../../api/ApiContext";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { Button } from "../../ui/form/Button";
import { Field } from "../../ui/form/Field";
import { Loading } from "../../ui/Loading";
import { MoreButton } from "../../ui/form/MoreButton";
import { PageHead } from "../../ui/PageHead";
import { usePages } from "../../ui/usePages";
import { useTitle } from "../../ui/useTitle";
import { FeatureIntro } from "../FeatureIntro";
import { addressOf } from "../places";
import { NEW_STRATEGY, STRATEGIES } from "./addresses";
import { ArchivedNote } from "./ArchivedNote";
import { CheckField } from "./editing/CheckField";
import { LinkButton } from "../../ui/form/LinkButton";
import { StrategyItem } from "./StrategyItem";
import type { ListedStrategy } from "./types";
import { useLastResults } from "./useLastResults";
import { useSettled } from "./editing/useSettled";
import { words } from "./words";

export function StrategyListPage() {
  const say = useWords(words);
  const { client } = useApi();
  const [typed, setTyped] = useState("");
  const [archived, setArchived] = useState(false);
  const search = useSettled(typed.trim());
  useTitle(useSay()("nav.strategies"));
  const [, goTo] = useLocation();
  const justArchived = new URLSearchParams(useSearch()).get("archived");
  const pages = usePages<ListedStrategy, string>({
    key: `${archived}/${search}`,
    by: "strategy_id",
    ask: async (before, signal) => {
      const query = { limit: 30, before, search, archived };
      const page = await unwrap(client.GET("/api/v1/strategies", { params: { query }, signal }));
      return { items: page.strategies, next: page.next };
    },
  });
  const { asked } = pages.asking;

  const isWhole = search === "" && typed === "" && !archived;
  if (isWhole && asked.status === "waiting") return <Loading />;
  if (isWhole && !justArchived && asked.status === "there" && asked.value.length === 0)
    return <Nothing onSeeArchived={() => setArchived(true)} />;
  return (
    <div className="mx-auto w-full max-w-6xl">
      <Head />
      {justArchived && (
        <ArchivedNote
          strategyId={justArchived}
          onRestored={() => {
            goTo(STRATEGIES, { replace: true });
            pages.asking.again();
          }}
        />
      )}
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <div className="w-full sm:w-80">
          <Field
            label={say("search")}
            type="search"
            value={typed}
            maxLength={200}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <CheckField label={say("show_archived")} isChecked={archived} onChange={setArchived} />
      </div>
      <AskedPart of={pages.asking}>
        {(items) => (
          <>
            <Items items={items} search={search} />
            <MoreButton of={pages} />
          </>
        )}
      </AskedPart>
    </div>
  );
}

function Nothing({ onSeeArchived }: { onSeeArchived: () => void }) {
  const say = useWords(words);
  return (
    <FeatureIntro place="strategies">
      <LinkButton kind="primary" href={addressOf("chat")}>
        {say("go_chat")}
      </LinkButton>
      <LinkButton href={NEW_STRATEGY}>{say("from_template")}</LinkButton>
      <Button kind="quiet" onClick={onSeeArchived}>
        {say("see_archived")}
      </Button>
    </FeatureIntro>
  );
}

function Head() {
  const say = useWords(words);
  const sayShared = useSay();
  return (
    <PageHead
      title={sayShared("nav.strategies")}
      text={say("list_text")}
      actions={
        <LinkButton kind="primary" href={NEW_STRATEGY}>
          {say("new")}
        </LinkButton>
      }
    />
  );
}

function Items({ items, search }: { items: readonly ListedStrategy[]; search: string }) {
  const say = useWords(words);
  const lastOf = useLastResults();
  if (items.length === 0)
    return (
      <p role="status" className="py-6 text-soft">
        {search ? say("none_found", { search }) : say("none_archived")}
      </p>
    );
  return (
    <ul
      aria-label={say("list_label")}
      className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
    >
      {items.map((strategy) => (
        <StrategyItem
          key={strategy.strategy_id}
          strategy={strategy}
          last={lastOf(strategy.strategy_id)}
        />
      ))}
    </ul>
  );
}
