// The bar above every page: navigation on a phone, run mode, kill switch, language, theme, account.
import { lazy, Suspense } from "react";
import { Link } from "wouter";
import { useSessionState } from "../features/auth/SessionContext";
import { KillSwitch } from "../features/deployments/kill/KillSwitch";
import { KillSwitchBar } from "../features/deployments/kill/KillSwitchBar";
import { addressOf, HOME } from "../features/places";
import { LanguageSwitch } from "../i18n/LanguageSwitch";
import { useSay } from "../i18n/LanguageContext";
import { ThemeSwitch } from "../theme/ThemeSwitch";
import { IconButton } from "../ui/form/Button";
import { Logo } from "../ui/Logo";
import { AccountMenu } from "./AccountMenu";
import { AppModeBadge } from "./AppModeBadge";
import { Shortcuts } from "./Shortcuts";

const Notices = lazy(() => import("../features/notices/Notices"));

export function Header({ onOpenDrawer }: { onOpenDrawer: (() => void) | null }) {
  const say = useSay();
  const { status } = useSessionState();
  const isIn = status === "owner" || status === "signed_in";
  return (
    <header className="sticky top-0 z-10 bg-surface">
      <div className="flex h-14 items-center gap-1 border-b border-line px-2 sm:gap-2 sm:px-4 lg:px-8">
        {onOpenDrawer && (
          <>
            <IconButton
              data-testid="nav-toggle"
              icon="menu"
              label={say("nav.open")}
              onClick={onOpenDrawer}
            />
            <Link
              href={addressOf(HOME)}
              aria-label="Parley"
              className="mr-1 rounded-md bg-rail p-1 text-rail-ink"
            >
              <Logo className="size-6" />
            </Link>
          </>
        )}
        <AppModeBadge />
        <div className="ml-auto flex items-center sm:gap-1">
          <KillSwitch />
          <Shortcuts />
          {isIn && (
            <Suspense fallback={null}>
              <Notices />
            </Suspense>
          )}
          <LanguageSwitch />
          <span className="hidden sm:inline-flex">
            <ThemeSwitch />
          </span>
          <AccountMenu />
        </div>
      </div>
      <KillSwitchBar />
    </header>
  );
}
