// Which clause of a strategy came from which claim of the research, and which no longer hold.
import { Link } from "wouter";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Panel } from "../../../ui/Panel";
import type { Clause, Origins } from "../types";
import { originWords } from "./originWords";

export function OriginsPanel({ strategyId, version }: { strategyId: string; version: number }) {
  const { client } = useApi();
  const { language } = useLanguage();
  const asking = useAsked(`${strategyId}/${version}/origins/${language}`, (signal) =>
    unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/origins", {
        params: { path: { strategy_id: strategyId }, query: { version, language } },
        signal,
      }),
    ),
  );
  return (
    <AskedPart of={asking}>
      {(origins) => (origins.research_session_id === null ? null : <Found origins={origins} />)}
    </AskedPart>
  );
}

function Found({ origins }: { origins: Origins }) {
  const say = useWords(originWords);
  const shown = origins.clauses.filter((clause) => clause.kind !== "factor");
  return (
    <Panel title={say("title")}>
      <p className="mb-3 text-sm text-soft">{say("text")}</p>
      <Standing origins={origins} fallen={shown.filter((clause) => !clause.holds).length} />
      <ul className="divide-y divide-line" data-testid="origins">
        {shown.map((clause) => (
          <ClauseItem key={clause.pointer} clause={clause} origins={origins} />
        ))}
      </ul>
      {origins.left_out.length > 0 && <LeftOut origins={origins} />}
    </Panel>
  );
}

function Standing({ origins, fallen }: { origins: Origins; fallen: number }) {
  const say = useWords(originWords);
  const { research_session_id: research, newer_session_id: newer } = origins;
  return (
    <p className="mb-3 flex flex-wrap gap-x-3 text-sm">
      {newer !== null && (
        <span className={fallen > 0 ? "text-danger" : "text-soft"}>
          {fallen > 0 ? say("fallen", { count: fallen }) : say("all_hold")}
        </span>
      )}
      <Link href={`/research/${research ?? ""}`} className="text-accent underline">
        {say("research")}
      </Link>
      {newer !== null && (
        <Link href={`/research/${newer}`} className="text-accent underline">
          {say("newer")}
        </Link>
      )}
    </p>
  );
}

function ClauseItem({ clause, origins }: { clause: Clause; origins: Origins }) {
  const say = useWords(originWords);
  if (clause.kind === "factor") return null;
  const claims = origins.claims.filter((claim) => clause.claim_ids.includes(claim.id));
  const texts = [...new Set(claims.map((claim) => claim.text))];
  return (
    <li className="space-y-1 py-2">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {say(`kind.${clause.kind}`)}
        {!clause.holds && <Badge tone="danger">{say("no_longer")}</Badge>}
      </p>
      {texts.map((text) => (
        <p key={text} className="text-sm break-words">
          {text}
        </p>
      ))}
      <p className="text-sm text-soft">{clause.why}</p>
    </li>
  );
}

function LeftOut({ origins }: { origins: Origins }) {
  const say = useWords(originWords);
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-sm">{say("left_out")}</summary>
      <ul className="divide-y divide-line">
        {origins.left_out.map((claim) => (
          <li key={claim.claim_id} className="py-2 text-sm">
            <p className="break-words">{claim.text}</p>
            <p className="text-soft">{claim.why}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
