// The empty state of a feature: what it is for, what will appear, what comes before, and how to begin.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useSay } from "../i18n/LanguageContext";
import { Icon } from "../ui/Icon";
import { Path, type PathName, type PathStep } from "./Path";
import { addressOf, type FeaturePlace } from "./places";
import { PlacePicture, type QuietPlace } from "./PlacePicture";
import { FeaturePreview } from "./FeaturePreview";

interface Standing {
  /** The place a person has to pass first, if any. */
  before?: FeaturePlace;
  path: PathName;
  here: readonly PathStep[];
}

const STANDING: Record<QuietPlace, Standing> = {
  research: { before: "data", path: "research", here: ["experts", "debate", "resolution"] },
  strategies: { before: "chat", path: "strategy", here: ["rules"] },
  backtests: { before: "strategies", path: "strategy", here: ["rules"] },
  stress: { before: "backtests", path: "strategy", here: ["stress"] },
  deployments: { before: "stress", path: "strategy", here: ["deploy"] },
  calls: { before: "research", path: "research", here: ["calls"] },
  data: { path: "research", here: ["data"] },
};

interface FeatureIntroProps {
  place: QuietPlace;
  /** The ways to begin. */
  children: ReactNode;
}

export function FeatureIntro({ place, children }: FeatureIntroProps) {
  const say = useSay();
  const { before, path, here } = STANDING[place];
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
          <PlacePicture of={place} />
        </div>
      </header>
      <div className="mt-8 grid gap-4 md:grid-cols-5">
        <WillAppear place={place} />
        <ComesBefore place={place} before={before} />
      </div>
      <div className="mt-4 rounded-lg border border-line bg-surface p-5">
        <Path name={path} here={here} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </article>
  );
}

function WillAppear({ place }: { place: FeaturePlace }) {
  const say = useSay();
  return (
    <section className="rounded-lg border border-line bg-surface p-5 md:col-span-3">
      <h2 className="text-sm font-semibold text-soft">{say("intro.will_appear")}</h2>
      <div className="mt-3">
        <FeaturePreview place={place} />
      </div>
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
