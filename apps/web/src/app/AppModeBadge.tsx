// Says at all times whether rules or a language model is speaking.
import { Link } from "wouter";
import { useSessionState } from "../features/auth/SessionContext";
import { addressOf } from "../features/places";
import { useSay } from "../i18n/LanguageContext";

export function AppModeBadge() {
  const say = useSay();
  const state = useSessionState();
  if (!("about" in state)) return <span className="h-7 w-20 animate-pulse rounded-full bg-well" />;
  const mode = say(`mode.${state.about.desk_mode}`);
  return (
    <Link
      href={addressOf("settings")}
      data-testid="desk-mode"
      data-mode={state.about.desk_mode}
      aria-label={say("mode.label", { mode })}
      title={state.about.model_problem ?? say(`mode.${state.about.desk_mode}_text`)}
      className="inline-flex items-center gap-2 rounded-full border border-line-strong px-3 py-1 text-sm whitespace-nowrap hover:bg-well"
    >
      <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
      {mode}
    </Link>
  );
}
