// A chat in which nothing was said yet: what Parley does, and three ways to begin.
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { Icon } from "../../ui/Icon";
import { Picture } from "../../ui/Picture";
import { Path } from "../Path";
import { FeaturePreview } from "../FeaturePreview";
import { words } from "./words";

export function EmptyChat({ onSay }: { onSay: (message: string) => void }) {
  const { say } = useLanguage();
  const sayHere = useWords(words);
  return (
    <article data-testid="empty-chat" className="mx-auto w-full max-w-3xl">
      <header className="flex justify-between gap-6">
        <div>
          <h1 className="text-2xl font-semibold tracking-tight">{say("nav.chat")}</h1>
          <p className="mt-2 text-pretty">{say("chat.lede")}</p>
        </div>
        <div aria-hidden="true" className="hidden w-40 shrink-0 text-line-strong sm:block">
          <Drawing />
        </div>
      </header>
      <section aria-labelledby="openings" className="mt-6">
        <h2 id="openings" className="text-sm font-semibold text-soft">
          {sayHere("openings")}
        </h2>
        <div className="mt-2 grid gap-2 sm:grid-cols-3">
          {(["opening_1", "opening_2", "opening_3"] as const).map((opening) => (
            <button
              key={opening}
              type="button"
              data-testid="opening"
              onClick={() => onSay(sayHere(opening))}
              className="flex min-h-12 items-center justify-between gap-2 rounded-lg border border-line-strong bg-surface px-4 py-2 text-left font-medium hover:border-accent hover:bg-accent-soft"
            >
              {sayHere(opening)}
              <Icon name="arrow" className="size-4 text-accent" />
            </button>
          ))}
        </div>
        <p className="mt-2 text-sm text-soft">{sayHere("demo_note")}</p>
      </section>
      <div className="mt-6 rounded-lg border border-line bg-surface p-5">
        <Path name="strategy" here={["kyc", "scope"]} />
      </div>
      <section className="mt-4 rounded-lg border border-line bg-surface p-5">
        <h2 className="text-sm font-semibold text-soft">{say("intro.will_appear")}</h2>
        <div className="mt-2">
          <FeaturePreview place="chat" />
        </div>
        <h2 className="mt-4 text-sm font-semibold text-soft">{say("intro.comes_before")}</h2>
        <p className="mt-1">{say("chat.before")}</p>
      </section>
    </article>
  );
}

/** Two people talking: one asks, the other answers. */
function Drawing() {
  return (
    <Picture>
      <path d="M18 18h96a8 8 0 0 1 8 8v32a8 8 0 0 1-8 8H52L34 82V66H18a8 8 0 0 1-8-8V26a8 8 0 0 1 8-8z" />
      <path d="M28 36h70M28 48h44" />
      <g className="text-accent">
        <path d="M140 52h46a8 8 0 0 1 8 8v30a8 8 0 0 1-8 8h-12v14l-16-14H98a8 8 0 0 1-8-8V82" />
        <path d="M112 82h62M136 70h38" />
      </g>
    </Picture>
  );
}
