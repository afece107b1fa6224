// Asks for the next page of a list, where there is one.
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/Button";
import { ActionFailure } from "../../ui/ActionFailure";
import type { Action } from "../../ui/useAction";
import { words } from "./words";

interface MoreButtonProps {
  hasMore: boolean;
  action: Action<[() => Promise<void>]>;
  onMore: () => void;
}

export function MoreButton({ hasMore, action, onMore }: MoreButtonProps) {
  const say = useWords(words);
  if (!hasMore) return null;
  return (
    <div className="mt-4 text-center">
      <Button kind="quiet" busy={action.isBusy} onClick={onMore}>
        {say("more")}
      </Button>
      <ActionFailure error={action.error} />
    </div>
  );
}
