// What the server said when something that was asked of it failed, near the button that asked.
import { FailureText } from "./Failure";

export function ActionFailure({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <div
      role="alert"
      className="mt-3 rounded-md border border-danger bg-danger-soft p-3 text-danger"
    >
      <FailureText error={error} />
    </div>
  );
}
