// Fetches the next page of a list, when there is one.
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/Button";
import { ActionFailure } from "../../ui/ActionFailure";
import type { Pages } from "./usePages";
import { words } from "./words";

export function MoreButton<T>({ pages: { hasMore, more } }: { pages: Pages<T> }) {
  const say = useWords(words);
  if (!hasMore) return null;
  return (
    <div className="mt-3">
      <Button kind="quiet" busy={more.isBusy} onClick={() => void more.run()}>
        {say("more")}
      </Button>
      <ActionFailure error={more.error} />
    </div>
  );
}
