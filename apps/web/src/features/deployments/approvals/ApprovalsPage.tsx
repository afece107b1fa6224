// Approvals: what waits for the person's word first, then what became of the others.
import { useWords } from "../../../i18n/words";
import { AskedPart } from "../../../ui/form/AskedPart";
import { MoreButton } from "../../../ui/form/MoreButton";
import { PageHead } from "../../../ui/PageHead";
import { type Approval, DEPLOYMENTS } from "../trading";
import { ApprovalItem } from "./ApprovalItem";
import { approvalWords } from "./approvalWords";
import { isWaiting, useAllApprovals, useWaiting } from "./useApprovals";

export function ApprovalsPage() {
  const say = useWords(approvalWords);
  const waiting = useWaiting();
  const all = useAllApprovals();
  const again = () => {
    waiting.again();
    all.asking.again();
  };
  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHead
        back={{ href: DEPLOYMENTS, label: say("back") }}
        title={say("title")}
        text={say("text")}
      />
      <h2 className="mb-3 font-semibold">{say("waiting")}</h2>
      <AskedPart of={waiting}>
        {(approvals) => (
          <Items approvals={approvals} none={say("waiting_none")} onChanged={again} />
        )}
      </AskedPart>
      <h2 className="mt-8 mb-3 font-semibold">{say("decided")}</h2>
      <AskedPart of={all.asking}>
        {(approvals) => (
          <Items
            approvals={approvals.filter((each) => !isWaiting(each, Date.now()))}
            none={say("decided_none")}
            onChanged={again}
          />
        )}
      </AskedPart>
      <MoreButton of={all} />
    </div>
  );
}

interface ItemsProps {
  approvals: Approval[];
  none: string;
  onChanged: () => void;
}

function Items({ approvals, none, onChanged }: ItemsProps) {
  if (approvals.length === 0) return <p className="text-soft">{none}</p>;
  return (
    <ul className="grid gap-3">
      {approvals.map((approval) => (
        <li key={approval.id}>
          <ApprovalItem approval={approval} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  );
}
