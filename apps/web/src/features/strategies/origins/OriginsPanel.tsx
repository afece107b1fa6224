// Which clause of a strategy came from which claim of the research, and which no longer hold.
import { Link } from "wouter";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { type Asking, useAsked } from "../../../api/useAsked";
import { useLanguage } from "../../../i18n/LanguageContext";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Disclosure } from "../../../ui/Disclosure";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Panel } from "../../../ui/Panel";
import type { Clause, Origins, Sentence } from "../types";
import { rulesOf } from "./rules";
import { originWords } from "./originWords";

interface OriginsProps {
  strategyId: string;
  version: number;
}

/** Nothing for a strategy that did not come from research. */
export function OriginsPanel(props: OriginsProps) {
  const say = useWords(originWords);
  return (
    <AskedPart of={useOrigins(props)}>
      {(found) =>
        found && (
          <Panel title={say("title")}>
            <Found {...found} />
          </Panel>
        )
      }
    </AskedPart>
  );
}

/** The same in a conversation, folded. */
export function OriginsFold(props: OriginsProps) {
  const say = useWords(originWords);
  return (
    <AskedPart of={useOrigins(props)} waiting={null}>
      {(found) =>
        found && (
          <Disclosure summary={say("title")}>
            <Found {...found} />
          </Disclosure>
        )
      }
    </AskedPart>
  );
}

interface FoundProps {
  origins: Origins;
  sentences: readonly Sentence[];
}

function useOrigins({ strategyId, version }: OriginsProps): Asking<FoundProps | null> {
  const { client } = useApi();
  const { language } = useLanguage();
  return useAsked(`${strategyId}/${version}/origins/${language}`, async (signal) => {
    const params = { path: { strategy_id: strategyId }, query: { version, language } };
    const origins = await unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/origins", { params, signal }),
    );
    if (origins.research_session_id === null) return null;
    const { sentences } = await unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/explain", { params, signal }),
    );
    return { origins, sentences };
  });
}

function Found({ origins, sentences }: FoundProps) {
  const say = useWords(originWords);
  const fallen = origins.clauses.filter((clause) => clause.kind !== "factor" && !clause.holds);
  return (
    <>
      <p className="mb-3 text-sm text-soft">{say("text")}</p>
      <Standing origins={origins} fallen={fallen.length} />
      <ul className="divide-y divide-line" data-testid="origins">
        {rulesOf(origins.clauses, sentences).map(({ topic, text, clauses }) => (
          <li key={topic} className="py-3">
            <p className="font-medium break-words">{text}</p>
            <ul className="mt-1 space-y-2 border-l-2 border-line pl-3">
              {clauses.map((clause) => (
                <ClauseItem key={clause.pointer} clause={clause} origins={origins} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {origins.left_out.length > 0 && <LeftOut origins={origins} />}
    </>
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
    <li className="space-y-0.5">
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
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
