// The two paths through the app, drawn as steps, with the reader's place on them marked.
import { useSay } from "../i18n/LanguageContext";

const PATHS = {
  strategy: ["kyc", "scope", "rules", "stress", "deploy"],
  research: ["data", "experts", "debate", "resolution", "calls"],
} as const;

export type PathName = keyof typeof PATHS;
export type PathStep = (typeof PATHS)[PathName][number];

export function Path({ name, here }: { name: PathName; here: readonly PathStep[] }) {
  const say = useSay();
  const headingId = `path-${name}`;
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="text-sm font-semibold text-soft">
        {say(`intro.${name}_path`)}
      </h2>
      <ol className="mt-3 flex flex-col sm:flex-row">
        {PATHS[name].map((step, index) => (
          <Step
            key={step}
            number={index + 1}
            label={say(`path.${step}`)}
            isHere={here.includes(step)}
          />
        ))}
      </ol>
    </section>
  );
}

function Step({ number, label, isHere }: { number: number; label: string; isHere: boolean }) {
  const say = useSay();
  const dot = isHere
    ? "border-accent bg-accent-soft text-accent"
    : "border-line-strong bg-surface text-soft";
  return (
    <li className="group relative flex min-w-0 flex-1 gap-3 pb-4 last:pb-0 sm:flex-col sm:gap-2 sm:pr-4 sm:pb-0 sm:last:pr-0">
      <span
        aria-hidden="true"
        className="absolute top-7 bottom-0 left-3.5 w-px bg-line group-last:hidden sm:top-3.5 sm:right-0 sm:bottom-auto sm:left-7 sm:h-px sm:w-auto"
      />
      <span
        aria-hidden="true"
        className={`relative flex size-7 shrink-0 items-center justify-center rounded-full border text-sm font-semibold tabular-nums ${dot}`}
      >
        {number}
      </span>
      <span
        className={`text-sm leading-7 sm:leading-normal ${isHere ? "font-semibold text-ink" : "text-soft"}`}
      >
        {label}
        {isHere && <span className="sr-only"> ({say("intro.you_are_here")})</span>}
      </span>
    </li>
  );
}
