// The frame for pages without navigation: signing in, registering, and a server that does not answer.
import type { ReactNode } from "react";
import { LanguageSwitch } from "../i18n/LanguageSwitch";
import { useSay } from "../i18n/LanguageContext";
import { ThemeSwitch } from "../theme/ThemeSwitch";
import { Logo } from "../ui/Logo";
import { Footer } from "./Footer";
import { SkipLink } from "./SkipLink";

export function BareLayout({ children }: { children: ReactNode }) {
  const say = useSay();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex items-center justify-between gap-4 bg-rail px-4 py-3 text-rail-ink sm:px-6">
        <div className="flex items-center gap-3">
          <Logo />
          <p>
            <span className="block text-lg leading-tight font-semibold tracking-tight">Parley</span>
            <span className="block text-xs text-rail-soft">{say("app.tagline")}</span>
          </p>
        </div>
        <div className="flex items-center rounded-lg bg-surface text-ink">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col justify-center px-4 py-10">
        {children}
      </main>
      <Footer />
    </div>
  );
}
