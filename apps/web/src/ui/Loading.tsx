// What a view shows while its content is on the way: a calm outline, announced once.
import { useSay } from "../i18n/LanguageContext";

export function Loading() {
  const say = useSay();
  return (
    <div role="status" className="mx-auto w-full max-w-6xl animate-pulse">
      <span className="sr-only">{say("app.loading")}</span>
      <div className="h-8 w-48 rounded bg-well" />
      <div className="mt-4 h-4 w-full max-w-xl rounded bg-well" />
      <div className="mt-2 h-4 w-full max-w-md rounded bg-well" />
      <div className="mt-8 h-56 rounded-lg bg-well" />
    </div>
  );
}
