// A strategy in the list: the whole line leads to it.
import { Link } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { Icon } from "../../ui/Icon";
import { strategyAddress } from "./addresses";
import type { StrategyHead } from "./types";
import { words } from "./words";

export function StrategyItem({ strategy }: { strategy: StrategyHead }) {
  const say = useWords(words);
  const format = useFormat();
  return (
    <li data-testid="strategy-item">
      <Link
        href={strategyAddress(strategy.strategy_id)}
        className="flex items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-well"
      >
        <Icon name="strategies" className="size-5 text-accent" />
        <span className="min-w-0 flex-1">
          <span className="block font-medium break-words">{strategy.name}</span>
          <span className="block text-sm text-soft">
            {say("changed", { date: format.dateTime(strategy.updated_at) })}
          </span>
        </span>
        {strategy.archived_at !== null && <Badge>{say("archived_badge")}</Badge>}
        <Badge>{say("version", { version: strategy.version })}</Badge>
      </Link>
    </li>
  );
}
