// Somebody saved meanwhile: what they changed, and what becomes of the edit. Nothing is lost until it is said.
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { Disclosure } from "../../../ui/Disclosure";
import { VersionDiff } from "../versions/VersionDiff";
import { studioWords } from "./studioWords";

interface ConflictNoteProps {
  strategyId: string;
  base: number;
  current: number;
  isBusy: boolean;
  onSaveOnTop: () => void;
  onTakeLatest: () => void;
}

export function ConflictNote({
  strategyId,
  base,
  current,
  isBusy,
  onSaveOnTop,
  onTakeLatest,
}: ConflictNoteProps) {
  const say = useWords(studioWords);
  return (
    <section
      role="alert"
      data-testid="studio-conflict"
      className="mb-4 rounded-lg border border-danger bg-surface p-4"
    >
      <h2 className="font-semibold text-danger">{say("conflict_title", { current })}</h2>
      <p className="mt-1 mb-3">{say("conflict_text", { base })}</p>
      <Disclosure summary={say("conflict_compare", { base, current })}>
        <VersionDiff strategyId={strategyId} from={base} to={current} />
      </Disclosure>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button busy={isBusy} onClick={onSaveOnTop}>
          {say("conflict_on_top", { next: current + 1 })}
        </Button>
        <Button kind="quiet" disabled={isBusy} onClick={onTakeLatest}>
          {say("conflict_latest", { current })}
        </Button>
      </div>
    </section>
  );
}
