// Brings the next page of a list, where there is one, and says so when it does not come.
import { useSay } from "../../i18n/LanguageContext";
import { ActionFailure } from "../ActionFailure";
import { Button } from "./Button";
import type { Pages } from "../usePages";

export function MoreButton({ of: { hasMore, more } }: { of: Pages<unknown> }) {
  const say = useSay();
  if (!hasMore) return null;
  return (
    <div className="mt-4">
      <Button kind="quiet" busy={more.isBusy} onClick={() => void more.run()}>
        {say("app.more")}
      </Button>
      <ActionFailure error={more.error} />
    </div>
  );
}
