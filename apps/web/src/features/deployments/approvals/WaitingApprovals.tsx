// A banner with the number of pending approvals and a link to them.
import { useWords } from "../../../i18n/words";
import { LinkButton } from "../../../ui/form/LinkButton";
import { APPROVALS } from "../trading";
import { approvalWords } from "./approvalWords";
import { useWaiting } from "./useApprovals";

/** With a deployment, only what it waits for. */
export function WaitingApprovals({ deploymentId }: { deploymentId?: string }) {
  const say = useWords(approvalWords);
  const { asked } = useWaiting();
  const waiting = asked.status === "there" ? asked.value : [];
  const count = waiting.filter(
    (each) => deploymentId === undefined || each.deployment_id === deploymentId,
  ).length;
  return (
    <div role="status">
      {count > 0 && (
        <div
          data-testid="approvals-waiting"
          className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-accent bg-accent-soft p-4"
        >
          <p>
            <strong className="block text-accent">{say("banner", { count })}</strong>
            {say("banner_text")}
          </p>
          <LinkButton href={APPROVALS} kind="primary">
            {say("banner_go")}
          </LinkButton>
        </div>
      )}
    </div>
  );
}
