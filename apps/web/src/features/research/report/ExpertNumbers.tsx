// An expert's key numbers, each leading to its row.
import { useWords } from "../../../i18n/words";
import { EvidenceNumber } from "./evidence/EvidenceNumber";
import type { ExpertReport } from "./expertReport";
import { keyNumbers } from "./keyNumbers";
import { reportWords } from "./reportWords";

export function ExpertNumbers({ report: { expert, evidence } }: { report: ExpertReport }) {
  const say = useWords(reportWords);
  const rows = keyNumbers(expert, evidence);
  if (rows.length === 0) return null;
  return (
    <dl aria-label={say("numbers")} className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {rows.map((row) => (
        <div key={row.tag} className="min-w-0 rounded-md bg-well px-3 py-2">
          <dt className="text-xs text-soft">{row.name}</dt>
          <dd className="font-mono break-words tabular-nums">
            <EvidenceNumber text={row.value} rows={[row]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
