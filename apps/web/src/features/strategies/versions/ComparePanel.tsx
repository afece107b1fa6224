// Compares any two versions of a strategy.
import { useState } from "react";
import { useWords } from "../../../i18n/words";
import { Panel } from "../../../ui/Panel";
import { SelectField } from "../../../ui/form/SelectField";
import { VersionDiff } from "./VersionDiff";
import { words } from "../words";

interface ComparePanelProps {
  strategyId: string;
  /** Versions are numbered from 1 to this. */
  latest: number;
}

/** Begins with what the newest version changed; give it a key of the newest version to begin again. */
export function ComparePanel({ strategyId, latest }: ComparePanelProps) {
  const say = useWords(words);
  const [from, setFrom] = useState(Math.max(1, latest - 1));
  const [to, setTo] = useState(latest);
  if (latest === 1)
    return (
      <Panel title={say("compare")}>
        <p className="text-soft">{say("compare_one")}</p>
      </Panel>
    );
  const options = Array.from({ length: latest }, (_, index) => ({
    value: String(latest - index),
    label: say("version", { version: latest - index }),
  }));
  return (
    <Panel title={say("compare")}>
      <div className="mb-4 flex flex-wrap gap-3">
        <SelectField
          label={say("compare_from")}
          options={options}
          value={String(from)}
          onChoose={(value) => setFrom(Number(value))}
        />
        <SelectField
          label={say("compare_to")}
          options={options}
          value={String(to)}
          onChoose={(value) => setTo(Number(value))}
        />
      </div>
      {from === to ? (
        <p className="text-soft">{say("compare_same")}</p>
      ) : (
        <VersionDiff strategyId={strategyId} from={from} to={to} />
      )}
    </Panel>
  );
}
