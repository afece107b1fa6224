// A part of the book: waits on its own, fails on its own, and says when there is nothing in it yet.
import type { ReactNode } from "react";
import { useSay } from "../../../i18n/LanguageContext";
import type { Asking } from "../../../api/useAsked";
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { Panel } from "../../../ui/Panel";
import { bookWords } from "./bookWords";

interface BookPanelProps<T> {
  title: string;
  /** Said when there is nothing; null where the panel decides itself. */
  none: string | null;
  asking: Asking<T>;
  isEmpty?: (value: T) => boolean;
  children: (value: T) => ReactNode;
}

export function BookPanel<T>({ title, none, asking, isEmpty, children }: BookPanelProps<T>) {
  const say = useSay();
  const { asked } = asking;
  return (
    <Panel title={title} aside={asked.status === "there" && <Count value={asked.value} />}>
      <AskedPart of={asking} waiting={<p className="text-soft">{say("app.loading")}</p>}>
        {(value) =>
          none !== null && isEmpty?.(value) ? <p className="text-soft">{none}</p> : children(value)
        }
      </AskedPart>
    </Panel>
  );
}

/** Read out when it grows. */
function Count({ value }: { value: unknown }) {
  const say = useWords(bookWords);
  if (!Array.isArray(value)) return null;
  return (
    <span role="status" className="font-mono text-sm text-soft tabular-nums">
      {say("listed", { count: value.length })}
    </span>
  );
}
