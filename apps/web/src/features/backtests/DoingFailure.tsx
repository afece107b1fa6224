// What the desk said to something that a button tried.
import { FailureText } from "../../ui/Failure";

export function DoingFailure({ error }: { error: unknown }) {
  if (error === null) return null;
  return (
    <div role="alert" className="mt-2 text-danger">
      <FailureText error={error} />
    </div>
  );
}
