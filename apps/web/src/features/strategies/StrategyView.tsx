// A strategy as a page: what it is at the left, its record at the right.
import { useLocation } from "wouter";
import { useFormat } from "../../i18n/format";
import { useWords } from "../../i18n/words";
import { Badge } from "../../ui/Badge";
import { PageHead } from "../../ui/PageHead";
import { useTitle } from "../../ui/useTitle";
import {
  newRunAddress,
  replayAddress,
  STRATEGIES,
  strategyAddress,
  studioAddress,
} from "./addresses";
import { ArchiveButton } from "./ArchiveButton";
import { ComparePanel } from "./versions/ComparePanel";
import { descriptionOf, isDemo } from "./rules/document";
import { ForkForm } from "./ForkForm";
import { OriginsPanel } from "./origins/OriginsPanel";
import { LinkButton } from "../../ui/form/LinkButton";
import { RestoreButton } from "./RestoreButton";
import { RunsPanel, TrialsPanel } from "./RecordPanel";
import { RulesPanel } from "./rules/RulesPanel";
import { TunablesPanel } from "./TunablesPanel";
import type { Strategy } from "./types";
import { VersionsPanel } from "./versions/VersionsPanel";
import { words } from "./words";

interface StrategyViewProps {
  strategy: Strategy;
  /** The version to show. */
  version: number;
  onChanged: () => void;
}

export function StrategyView({ strategy, version, onChanged }: StrategyViewProps) {
  const say = useWords(words);
  const [, goTo] = useLocation();
  const id = strategy.strategy_id;
  useTitle(strategy.name);
  const showNewest = () => {
    goTo(strategyAddress(id));
    onChanged();
  };
  return (
    <div className="mx-auto w-full max-w-6xl">
      <PageHead
        back={{ href: STRATEGIES, label: say("back") }}
        title={strategy.name}
        text={descriptionOf(strategy.document)}
        actions={<Actions strategy={strategy} version={version} onChanged={onChanged} />}
      />
      <Notes strategy={strategy} version={version} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="min-w-0 space-y-4">
          <RulesPanel strategy={strategy} version={version} />
          <OriginsPanel strategyId={id} version={version} />
          <ComparePanel key={strategy.version} strategyId={id} latest={strategy.version} />
          <TunablesPanel strategyId={id} version={version} />
        </div>
        <div className="min-w-0 space-y-4">
          <TrialsPanel trials={strategy.trials} />
          <RunsPanel strategy={strategy} />
          <VersionsPanel strategy={strategy} shown={version} onChanged={showNewest} />
          <ForkForm key={version} strategy={strategy} version={version} />
        </div>
      </div>
    </div>
  );
}

function Actions({ strategy, version, onChanged }: StrategyViewProps) {
  const say = useWords(words);
  const id = strategy.strategy_id;
  return (
    <>
      {strategy.archived_at === null && (
        <LinkButton kind="primary" href={studioAddress(id)}>
          {say("edit")}
        </LinkButton>
      )}
      <LinkButton kind="quiet" href={newRunAddress("backtests", id, version)}>
        {say("backtest")}
      </LinkButton>
      <LinkButton kind="quiet" href={newRunAddress("stress", id, version)}>
        {say("stress")}
      </LinkButton>
      <LinkButton kind="quiet" href={replayAddress(id, version)}>
        {say("replay")}
      </LinkButton>
      {strategy.archived_at === null ? (
        <ArchiveButton strategy={strategy} />
      ) : (
        <RestoreButton strategyId={id} onDone={onChanged} />
      )}
    </>
  );
}

function Notes({ strategy, version }: { strategy: Strategy; version: number }) {
  const say = useWords(words);
  const format = useFormat();
  const { archived_at: archivedAt, version: latest, document } = strategy;
  const isOld = version !== latest;
  if (!isOld && archivedAt === null && !isDemo(document)) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      {isDemo(document) && <Badge tone="accent">{say("demo_badge")}</Badge>}
      {archivedAt !== null && (
        <p className="text-soft">{say("archived_text", { date: format.date(archivedAt) })}</p>
      )}
      {isOld && (
        <>
          <p className="text-soft">{say("old_version", { version, latest })}</p>
          <LinkButton kind="quiet" href={strategyAddress(strategy.strategy_id)}>
            {say("to_newest")}
          </LinkButton>
        </>
      )}
    </div>
  );
}
