// Makes a deployment: which version, cleared by what, on which account, with how much.
import { useSearch } from "wouter";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { PageHead } from "../../../ui/PageHead";
import { Panel } from "../../../ui/Panel";
import { useAccounts } from "../accounts/useAccounts";
import { LinkButton } from "../../../ui/form/LinkButton";
import { DEPLOYMENTS } from "../trading";
import { makeWords } from "./makeWords";
import { NewDeploymentForm } from "./NewDeploymentForm";

export function NewDeployment() {
  const say = useWords(makeWords);
  const { client } = useApi();
  const wanted = new URLSearchParams(useSearch());
  const accounts = useAccounts();
  const strategies = useAsked("strategies:to-deploy", async (signal) => {
    const query = { limit: 200 };
    return (await unwrap(client.GET("/api/v1/strategies", { params: { query }, signal })))
      .strategies;
  });
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHead
        back={{ href: DEPLOYMENTS, label: say("back") }}
        title={say("title")}
        text={say("text")}
      />
      <AskedPart of={strategies}>
        {(found) =>
          found.length === 0 ? (
            <Panel>
              <p className="mb-4">{say("no_strategies")}</p>
              <LinkButton href="/strategies" kind="primary">
                {say("go_strategies")}
              </LinkButton>
            </Panel>
          ) : (
            <AskedPart of={accounts}>
              {(own) => (
                <NewDeploymentForm
                  strategies={found}
                  accounts={own}
                  firstStrategy={wanted.get("strategy_id") ?? ""}
                  firstVersion={wanted.get("version") ?? ""}
                  isReplay={wanted.get("mode") === "replay"}
                />
              )}
            </AskedPart>
          )
        }
      </AskedPart>
    </div>
  );
}
