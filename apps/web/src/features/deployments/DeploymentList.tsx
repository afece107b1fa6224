// The list of deployments, with what waits for the person on top.
import { useSearch } from "wouter";
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { useWords } from "../../i18n/words";
import { Asked } from "../../ui/form/Asked";
import { MoreButton } from "../../ui/form/MoreButton";
import { PageHead } from "../../ui/PageHead";
import { type Pages, usePages } from "../../ui/usePages";
import { FeatureIntro } from "../FeatureIntro";
import { WaitingApprovals } from "./approvals/WaitingApprovals";
import { DeploymentItem } from "./DeploymentItem";
import { LinkButton } from "../../ui/form/LinkButton";
import { ACCOUNTS, APPROVALS, type Deployment, DEPLOYMENTS, NEW_DEPLOYMENT } from "./trading";
import { words } from "./words";

const PAGE = 20;
const EVERY_MS = 20_000;

export function DeploymentList() {
  const pages = useDeployments();
  return (
    <Asked of={pages.asking}>
      {(deployments) => (deployments.length === 0 ? <Nothing /> : <Listed pages={pages} />)}
    </Asked>
  );
}

function useDeployments(): Pages<Deployment> {
  const { client } = useApi();
  return usePages<Deployment, string>({
    key: "deployments",
    by: "id",
    every: EVERY_MS,
    ask: async (before, signal) => {
      const query = { limit: PAGE, ...(before && { before }) };
      const page = await unwrap(client.GET("/api/v1/deployments", { params: { query }, signal }));
      return { items: page.deployments, next: page.next };
    },
  });
}

function Listed({ pages }: { pages: Pages<Deployment> }) {
  const say = useWords(words);
  const { asked } = pages.asking;
  const only = new URLSearchParams(useSearch()).get("strategy_id");
  const deployments = (asked.status === "there" ? asked.value : []).filter(
    (each) => only === null || each.strategy_id === only,
  );
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead title={say("title")} text={say("text")} actions={<Ways />} />
      <WaitingApprovals />
      {only !== null && (
        <p className="mb-3 flex flex-wrap items-center gap-3">
          {say(deployments.length === 0 ? "only_none" : "only")}
          <LinkButton href={DEPLOYMENTS}>{say("all")}</LinkButton>
        </p>
      )}
      <Group title={say("list")} of={deployments.filter(({ mode }) => mode !== "replay")} />
      <Group title={say("replays")} of={deployments.filter(({ mode }) => mode === "replay")} />
      <MoreButton of={pages} />
    </div>
  );
}

function Group({ title, of }: { title: string; of: readonly Deployment[] }) {
  if (of.length === 0) return null;
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="mb-3 font-semibold">{title}</h2>
      <ul className="grid gap-3">
        {of.map((deployment) => (
          <DeploymentItem key={deployment.id} deployment={deployment} />
        ))}
      </ul>
    </section>
  );
}

function Nothing() {
  return (
    <FeatureIntro place="deployments">
      <Ways />
    </FeatureIntro>
  );
}

function Ways() {
  const say = useWords(words);
  return (
    <>
      <LinkButton href={APPROVALS}>{say("approvals")}</LinkButton>
      <LinkButton href={ACCOUNTS}>{say("accounts")}</LinkButton>
      <LinkButton href={NEW_DEPLOYMENT} kind="primary">
        {say("new")}
      </LinkButton>
    </>
  );
}
