// Says when rules hold no stop for a loss.
import { useWords } from "../../../i18n/words";
import { Icon } from "../../../ui/Icon";
import { hasStop, sidesOf } from "../rules/document";
import type { Document } from "../types";
import { words } from "../words";

export function NoStop({ document }: { document: Document }) {
  const say = useWords(words);
  if (sidesOf(document).every(([, side]) => hasStop(side))) return null;
  return (
    <p className="flex items-start gap-2 text-danger">
      <Icon name="warning" className="mt-0.5 size-5" />
      {say("no_stop")}
    </p>
  );
}
