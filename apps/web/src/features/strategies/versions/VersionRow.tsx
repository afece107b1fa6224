// One version in the list: its number, its day, what it restored, and what can be done with it.
import { Link } from "wouter";
import { useFormat } from "../../../i18n/format";
import { useWords } from "../../../i18n/words";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/form/Button";
import { strategyAddress } from "../addresses";
import type { Revision } from "../types";
import { words } from "../words";

interface VersionRowProps {
  strategyId: string;
  revision: Revision;
  isNewest: boolean;
  isShown: boolean;
  /** Null where the strategy may not be changed. */
  onRollBack: (() => void) | null;
}

export function VersionRow({
  strategyId,
  revision,
  isNewest,
  isShown,
  onRollBack,
}: VersionRowProps) {
  const say = useWords(words);
  const format = useFormat();
  const { version, created_at, restores } = revision;
  return (
    <li
      data-testid="strategy-version"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{say("version", { version })}</span>
        {isNewest && <Badge tone="accent">{say("current")}</Badge>}
        {isShown && !isNewest && <Badge>{say("shown")}</Badge>}
        <span className="text-sm text-soft">
          {format.dateTime(created_at)}
          {restores !== null && ` · ${say("restores", { version: restores })}`}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {!isShown && (
          <Link
            href={strategyAddress(strategyId, isNewest ? undefined : version)}
            aria-label={`${say("see")}: ${say("version", { version })}`}
            className="inline-flex min-h-10 items-center rounded-md px-3 font-medium text-accent underline-offset-4 hover:underline"
          >
            {say("see")}
          </Link>
        )}
        {onRollBack && !isNewest && (
          <Button
            kind="quiet"
            aria-label={`${say("roll_back")}: ${say("version", { version })}`}
            onClick={onRollBack}
          >
            {say("roll_back")}
          </Button>
        )}
      </div>
    </li>
  );
}
