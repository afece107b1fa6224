// The empty state of a feature: what it is for, what will appear, what comes before, and how to begin.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useSay } from "../i18n/LanguageContext";
import { Icon } from "../ui/Icon";
import { Path, type PathName, type PathStep } from "./Path";
import { addressOf, type FeaturePlace } from "./places";

interface FeatureIntroProps {
  place: FeaturePlace;
  picture: ReactNode;
  /** The place a person has to pass first, if any. */
  before?: FeaturePlace;
  path: PathName;
  here: readonly PathStep[];
  /** The way to begin. */
  action?: ReactNode;
}

export function FeatureIntro({ place, picture, before, path, here, action }: FeatureIntroProps) {
  const say = useSay();
  return (
    <article data-testid={`empty-${place}`} className="mx-auto w-full max-w-6xl">
      <header className="flex flex-col gap-6 sm:flex-row sm:justify-between">
        <div className="max-w-2xl">
          <div className="flex flex-wrap items-center gap-3">
            <h1 className="text-2xl font-semibold tracking-tight">{say(`nav.${place}`)}</h1>
          </div>
          <p className="mt-3 text-lg text-pretty">{say(`${place}.lede`)}</p>
        </div>
        <div aria-hidden="true" className="w-44 shrink-0 text-line-strong sm:w-52">
          {picture}
        </div>
      </header>
      <div className="mt-8 grid gap-4 md:grid-cols-5">
        <WillAppear place={place} />
        <ComesBefore place={place} before={before} />
      </div>
      <div className="mt-4 rounded-lg border border-line bg-surface p-5">
        <Path name={path} here={here} />
      </div>
      {action && <div className="mt-6 flex flex-wrap gap-3">{action}</div>}
    </article>
  );
}

function WillAppear({ place }: { place: FeaturePlace }) {
  const say = useSay();
  return (
    <section className="rounded-lg border border-line bg-surface p-5 md:col-span-3">
      <h2 className="text-sm font-semibold text-soft">{say("intro.will_appear")}</h2>
      <ul className="mt-3 space-y-2.5">
        {(["see_1", "see_2", "see_3"] as const).map((item) => (
          <li key={item} className="flex gap-3">
            <span aria-hidden="true" className="mt-2.5 h-[2px] w-3 shrink-0 bg-accent" />
            {say(`${place}.${item}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ComesBefore({ place, before }: { place: FeaturePlace; before: FeaturePlace | undefined }) {
  const say = useSay();
  return (
    <section className="flex flex-col rounded-lg border border-line bg-surface p-5 md:col-span-2">
      <h2 className="text-sm font-semibold text-soft">{say("intro.comes_before")}</h2>
      <p className="mt-3">{say(`${place}.before`)}</p>
      {before && (
        <Link
          href={addressOf(before)}
          className="mt-auto inline-flex items-center gap-1.5 self-start pt-4 font-medium text-accent underline-offset-4 hover:underline"
        >
          {say("intro.go", { place: say(`nav.${before}`) })}
          <Icon name="arrow" className="size-4" />
        </Link>
      )}
    </section>
  );
}
