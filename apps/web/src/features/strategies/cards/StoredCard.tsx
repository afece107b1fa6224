// A stored version in a conversation: its rules, what changed, what runs, and the person's word on it.
import { Link } from "wouter";
import { unwrap } from "../../../api/client";
import { useApi } from "../../../api/ApiContext";
import { useAsked } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Disclosure } from "../../../ui/Disclosure";
import { Icon } from "../../../ui/Icon";
import { OriginsFold } from "../origins/OriginsPanel";
import { strategyAddress } from "../addresses";
import { Definition } from "../rules/Definition";
import { RuleSentences } from "../rules/RuleSentences";
import type { RevisionDetail } from "../types";
import { VersionDiff } from "../versions/VersionDiff";
import { CardFrame } from "./CardFrame";
import { cardWords } from "./cardWords";
import { Confirming } from "./Confirming";

interface StoredCardProps {
  strategyId: string;
  /** The newest without it. */
  version: number | null;
  isOpen: boolean;
  sessionId: string;
  onSay: (message: string) => void;
}

export function StoredCard({ strategyId, version, ...conversation }: StoredCardProps) {
  const { client } = useApi();
  const asking = useAsked(`${strategyId}/${version}`, async (signal) => {
    const path = { strategy_id: strategyId };
    const newest = await unwrap(
      client.GET("/api/v1/strategies/{strategy_id}", { params: { path }, signal }),
    );
    const shown = version ?? newest.version;
    const revision = await unwrap(
      client.GET("/api/v1/strategies/{strategy_id}/versions/{version}", {
        params: { path: { ...path, version: shown } },
        signal,
      }),
    );
    return { revision, latest: newest.version };
  });
  return (
    <AskedPart of={asking}>
      {({ revision, latest }) => (
        <Stored id={strategyId} revision={revision} latest={latest} {...conversation} />
      )}
    </AskedPart>
  );
}

interface StoredProps extends Omit<StoredCardProps, "strategyId" | "version"> {
  id: string;
  revision: RevisionDetail;
  latest: number;
}

function Stored({ id, revision, latest, isOpen, sessionId, onSay }: StoredProps) {
  const say = useWords(cardWords);
  const { version, document, content_hash: contentHash } = revision;
  const isNewest = version === latest;
  return (
    <CardFrame document={document} version={version}>
      <RuleSentences strategyId={id} version={version} document={document} />
      <OriginsFold strategyId={id} version={version} />
      {version > 1 && (
        <Disclosure summary={say("change", { version: version - 1 })}>
          <VersionDiff strategyId={id} from={version - 1} to={version} />
        </Disclosure>
      )}
      <Definition document={document} stored={{ strategyId: id, version }} />
      {!isNewest && <p className="text-sm text-soft">{say("newest", { version, latest })}</p>}
      {isOpen && isNewest && (
        <Confirming sessionId={sessionId} unsaved={null} contentHash={contentHash} onSay={onSay} />
      )}
      <Link
        href={strategyAddress(id, isNewest ? undefined : version)}
        className="inline-flex min-h-10 items-center gap-1.5 font-medium text-accent underline-offset-4 hover:underline"
      >
        {say("open")}
        <Icon name="arrow" className="size-4" />
      </Link>
    </CardFrame>
  );
}
