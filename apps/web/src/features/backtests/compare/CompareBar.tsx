// What was chosen to be compared, at the foot of the list, and the way there.
import { useWords } from "../../../i18n/words";
import { Button } from "../../../ui/form/Button";
import { LinkButton } from "../../../ui/form/LinkButton";
import { compareAddress, FEWEST_COMPARED, MOST_COMPARED } from "./chosen";
import { words } from "./words";

export function CompareBar({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
  const say = useWords(words);
  if (ids.length === 0) return null;
  return (
    <div
      role="status"
      className="sticky bottom-0 z-10 mt-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-3"
    >
      {ids.length < FEWEST_COMPARED ? (
        <p>{say("none")}</p>
      ) : (
        <LinkButton kind="primary" href={compareAddress(ids)}>
          {say("go", { count: ids.length })}
        </LinkButton>
      )}
      <Button kind="quiet" onClick={onClear}>
        {say("clear")}
      </Button>
      {ids.length === MOST_COMPARED && <p className="text-sm text-soft">{say("full")}</p>}
    </div>
  );
}
