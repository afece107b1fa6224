// The `strategy_ref` card: a stored strategy, or a draft.
import type { CardProps } from "../../cards";
import { DraftCard } from "./DraftCard";
import { StoredCard } from "./StoredCard";

export default function StrategyRefCard({ card, ...conversation }: CardProps<"strategy_ref">) {
  const { strategy_id: id, version, strategy_draft_id: draftId } = card;
  if (id) return <StoredCard strategyId={id} version={version ?? null} {...conversation} />;
  return draftId ? <DraftCard draftId={draftId} {...conversation} /> : null;
}
