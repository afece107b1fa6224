// What the desk said when a button failed, near the button.
import { FailureText } from "../../ui/Failure";

export function ActionFailure({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <div role="alert" className="mt-2 w-full text-sm text-danger">
      <FailureText error={error} />
    </div>
  );
}
