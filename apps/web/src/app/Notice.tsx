// Notifies the local user, once, that an account's session has just ended.
import { useSession, useSessionState } from "../features/auth/SessionContext";
import { useSay } from "../i18n/LanguageContext";
import { IconButton } from "../ui/form/Button";

export function Notice() {
  const say = useSay();
  const session = useSession();
  const state = useSessionState();
  if (state.status !== "owner" || state.notice === null) return null;
  return (
    <div
      role="status"
      className="mx-auto mb-6 flex max-w-6xl items-center justify-between gap-4 rounded-md border border-line bg-accent-soft py-1 pr-1 pl-4"
    >
      {say(`auth.${state.notice}_owner`)}
      <IconButton
        icon="close"
        label={say("auth.dismiss")}
        onClick={() => session.dismissNotice()}
      />
    </div>
  );
}
