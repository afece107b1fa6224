// The optimisations of a person, newest first, or of one strategy.
import { useSearch } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { MoreButton } from "../../../ui/form/MoreButton";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { usePages } from "../../../ui/usePages";
import { useTitle } from "../../../ui/useTitle";
import { LinkButton } from "../../../ui/form/LinkButton";
import { OneStrategy } from "../../OneStrategy";
import { whileUnderWay } from "../underWay";
import { OptimisationItem } from "./OptimisationItem";
import type { Optimisation } from "./report";
import { words } from "./words";

const LIMIT = 30;

export default function OptimisationList() {
  const api = useApi();
  const say = useWords(words);
  const strategy = new URLSearchParams(useSearch()).get("strategy_id");
  useTitle(say("title"));
  const pages = usePages<Optimisation, string>({
    key: `optimisations ${strategy}`,
    by: "id",
    every: whileUnderWay,
    ask: async (before, signal) => {
      const query = { limit: LIMIT, before, strategy_id: strategy };
      const page = await unwrap(
        api.client.GET("/api/v1/stress/optimisations", { params: { query }, signal }),
      );
      return { items: page.optimisations, next: page.next };
    },
  });
  const of = strategy ? `?strategy_id=${encodeURIComponent(strategy)}` : "";
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead
        title={say("title")}
        text={say("lede")}
        back={{ href: "/stress", label: say("back") }}
        actions={
          <LinkButton kind="primary" href={`/stress/optimisations/new${of}`}>
            {say("new")}
          </LinkButton>
        }
      />
      {strategy !== null && <OneStrategy say={say} all="/stress/optimisations" />}
      <AskedPart of={pages.asking}>
        {(items) => (
          <>
            {items.length === 0 ? (
              <Panel>
                <p data-testid="empty-optimisations">{say("empty")}</p>
              </Panel>
            ) : (
              <ul aria-label={say("list")} className="space-y-3">
                {items.map((each) => (
                  <OptimisationItem key={each.id} of={each} />
                ))}
              </ul>
            )}
            <MoreButton of={pages} />
          </>
        )}
      </AskedPart>
    </div>
  );
}
