// A new backtest: which strategy, over which time, with how much money and at which costs.
import { useSearch } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useAsked } from "../../api/useAsked";
import { useSay } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { AskedPart } from "../../ui/form/AskedPart";
import { PageHead } from "../../ui/PageHead";
import { Panel } from "../../ui/Panel";
import { useTitle } from "../../ui/useTitle";
import { LinkButton } from "../../ui/form/LinkButton";
import { newOrder } from "./order";
import { OrderForm } from "./OrderForm";
import { words } from "./words";

export function NewBacktest() {
  const say = useWords(words);
  const sayGlobal = useSay();
  const api = useApi();
  const asked = new URLSearchParams(useSearch());
  const strategies = useAsked("strategies", (signal) =>
    unwrap(api.client.GET("/api/v1/strategies", { params: { query: { limit: 200 } }, signal })),
  );
  useTitle(say("new"));
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHead
        title={say("new")}
        text={say("new_text")}
        back={{ href: "/backtests", label: sayGlobal("nav.backtests") }}
      />
      <AskedPart of={strategies}>
        {({ strategies: found }) =>
          found.length === 0 ? (
            <Panel>
              <p className="mb-4">{say("no_strategies")}</p>
              <LinkButton href="/strategies" kind="primary">
                {say("go_strategies")}
              </LinkButton>
            </Panel>
          ) : (
            <OrderForm
              strategies={found}
              start={newOrder(asked.get("strategy_id") ?? "", asked.get("version") ?? "")}
            />
          )
        }
      </AskedPart>
    </div>
  );
}
