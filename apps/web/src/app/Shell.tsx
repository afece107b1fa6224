// The frame around every page of the app: navigation, header, content, footer.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { addressOf, placeAt } from "../features/places";
import { useSay } from "../i18n/LanguageContext";
import { useMediaQuery } from "../ui/useMediaQuery";
import { useTitle } from "../ui/useTitle";
import { Drawer } from "./Drawer";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { Navigation } from "./Navigation";
import { Notice } from "./Notice";
import { SkipLink } from "./SkipLink";

const PAGE = "flex-1 px-4 py-6 sm:px-6 lg:px-8 lg:py-8";
const CHAT = "flex min-h-0 flex-1 flex-col";

export function Shell({ children }: { children: ReactNode }) {
  const say = useSay();
  const [path] = useLocation();
  const place = placeAt(path);
  const hasRail = useMediaQuery("(min-width: 64rem)");
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  // A conversation fills the window and scrolls inside; its address changes while a person writes.
  const isChat = place === "chat";
  const main = useFocusOnArrival(isChat ? addressOf("chat") : path);
  useTitle(place && say(`nav.${place}`));
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      {hasRail && (
        <div className="sticky top-0 h-dvh">
          <Navigation />
        </div>
      )}
      <div className={`flex min-w-0 flex-col ${isChat ? "h-dvh" : "min-h-dvh"}`}>
        <Header onOpenDrawer={hasRail ? null : () => setIsDrawerOpen(true)} />
        <main ref={main} id="main" tabIndex={-1} className={isChat ? CHAT : PAGE}>
          <Notice />
          {children}
        </main>
        {!isChat && <Footer />}
      </div>
      {!hasRail && <Drawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} />}
    </div>
  );
}

/** Moves focus to the content when the address changes, so that a keyboard or a reader starts there. */
function useFocusOnArrival(path: string) {
  const main = useRef<HTMLElement>(null);
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [path]);
  return main;
}
