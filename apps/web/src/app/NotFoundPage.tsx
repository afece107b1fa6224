// What an unknown address shows.
import { Link } from "wouter";
import { addressOf, HOME } from "../features/places";
import { useSay } from "../i18n/LanguageContext";
import { EmptyState } from "../ui/EmptyState";
import { Picture } from "../ui/Picture";
import { useTitle } from "../ui/useTitle";

export function NotFoundPage() {
  const say = useSay();
  useTitle(say("app.page_not_found"));
  return (
    <EmptyState
      picture={<Drawing />}
      title={say("app.page_not_found")}
      text={say("app.page_not_found_text")}
      action={
        <Link
          href={addressOf(HOME)}
          className="font-medium text-accent underline underline-offset-4"
        >
          {say("app.back_home")}
        </Link>
      }
    />
  );
}

/** A signpost with nothing on it. */
function Drawing() {
  return (
    <Picture>
      <path d="M104 14v98M60 112h88" />
      <path d="M104 24h54l14 13-14 13h-54z" />
      <path d="M104 58H50L36 71l14 13h54z" className="text-accent" strokeDasharray="5 5" />
    </Picture>
  );
}
