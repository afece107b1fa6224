// What stands where content is on the way: a calm outline, announced once.
import { useSay } from "../i18n/LanguageContext";

/** A whole page, and so with the one heading that a page has. */
export function Loading() {
  const say = useSay();
  return (
    <div role="status" className="mx-auto w-full max-w-6xl animate-pulse">
      <h1 className="sr-only">{say("app.loading")}</h1>
      <div className="h-8 w-48 rounded bg-well" />
      <div className="mt-4 h-4 w-full max-w-xl rounded bg-well" />
      <div className="mt-2 h-4 w-full max-w-md rounded bg-well" />
      <div className="mt-8 h-56 rounded-lg bg-well" />
    </div>
  );
}

/** A part of a page; a chart's place is kept as high as the chart will be. */
export function LoadingPart({ isChart = false }: { isChart?: boolean }) {
  const say = useSay();
  const height = isChart ? "h-80 sm:h-96" : "h-24";
  return (
    <div role="status" className={`${height} animate-pulse rounded-md bg-well`}>
      <span className="sr-only">{say("app.loading")}</span>
    </div>
  );
}
