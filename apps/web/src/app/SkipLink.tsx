// Lets a keyboard jump over the navigation.
import { useSay } from "../i18n/LanguageContext";

export function SkipLink() {
  const say = useSay();
  return (
    <a
      href="#main"
      className="fixed -top-20 left-2 z-30 rounded-md bg-raised px-4 py-2 font-medium text-ink shadow-lg focus:top-2"
    >
      {say("app.skip")}
    </a>
  );
}
