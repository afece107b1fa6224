// The line under every page that says what Parley is not.
import { useSessionState } from "../features/auth/SessionContext";
import { useSay } from "../i18n/LanguageContext";

export function Footer() {
  const say = useSay();
  const state = useSessionState();
  return (
    <footer className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line px-4 py-4 text-sm text-soft sm:px-6 lg:px-8">
      <p>{say("app.disclaimer")}</p>
      {"about" in state && (
        <p>
          Parley <span className="tabular-nums">{state.about.version}</span>
        </p>
      )}
    </footer>
  );
}
