// The `strategy_card` card: rules to look at and to confirm, stored or not.
import type { CardProps } from "../../cards";
import { StoredCard } from "./StoredCard";
import { UnsavedCard } from "./UnsavedCard";

export default function StrategyCardView({ card, ...conversation }: CardProps<"strategy_card">) {
  const { strategy_id: id, version, dsl_json: document } = card;
  return id ? (
    <StoredCard strategyId={id} version={version ?? null} {...conversation} />
  ) : (
    <UnsavedCard document={document} {...conversation} />
  );
}
