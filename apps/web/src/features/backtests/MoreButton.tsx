// Brings the next page of a list, and says so when it does not come.
import { Button } from "../../ui/Button";
import { ActionFailure } from "../../ui/ActionFailure";
import type { Pages } from "./usePages";

export function MoreButton({ of, label }: { of: Pages<unknown>; label: string }) {
  if (!of.hasMore) return null;
  return (
    <div className="mt-4">
      <Button kind="quiet" busy={of.isBusy} onClick={() => void of.more()}>
        {label}
      </Button>
      <ActionFailure error={of.error} />
    </div>
  );
}
