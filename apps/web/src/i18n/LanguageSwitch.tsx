// One button that changes the page to the other language, named in that language.
import { Icon } from "../ui/Icon";
import { useLanguage } from "./LanguageContext";
import { LANGUAGE_NAMES, LANGUAGE_TAGS } from "./language";

export function LanguageSwitch() {
  const { language, choose, say } = useLanguage();
  const other = language === "zh" ? "en" : "zh";
  return (
    <button
      type="button"
      data-testid="language-switch"
      lang={LANGUAGE_TAGS[other]}
      aria-label={say("language.switch")}
      title={say("language.switch")}
      onClick={() => choose(other)}
      className="inline-flex h-10 min-w-10 items-center justify-center gap-2 rounded-md px-2 text-soft hover:bg-well hover:text-ink sm:px-3"
    >
      <Icon name="language" className="hidden size-5 sm:block" />
      {LANGUAGE_NAMES[other]}
    </button>
  );
}
