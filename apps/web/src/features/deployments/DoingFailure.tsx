// What the desk said against something a person just tried, next to the button.
import { FailureText } from "../../ui/Failure";

export function DoingFailure({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <div
      role="alert"
      className="mt-3 rounded-md border border-danger bg-danger-soft px-3 py-2 text-sm text-danger"
    >
      <FailureText error={error} />
    </div>
  );
}
