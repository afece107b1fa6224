// The frame around every page of the desk: navigation, header, content, footer.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { placeAt } from "../features/places";
import { useSay } from "../i18n/LanguageContext";
import { useMediaQuery } from "../ui/useMediaQuery";
import { useTitle } from "../ui/useTitle";
import { Drawer } from "./Drawer";
import { Footer } from "./Footer";
import { Header } from "./Header";
import { Navigation } from "./Navigation";
import { Notice } from "./Notice";
import { SkipLink } from "./SkipLink";

export function Shell({ children }: { children: ReactNode }) {
  const say = useSay();
  const [path] = useLocation();
  const place = placeAt(path);
  const hasRail = useMediaQuery("(min-width: 64rem)");
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const main = useFocusOnArrival(path);
  useTitle(place && say(`nav.${place}`));
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <SkipLink />
      {hasRail && (
        <div className="sticky top-0 h-dvh">
          <Navigation />
        </div>
      )}
      <div className="flex min-h-dvh min-w-0 flex-col">
        <Header onOpenDrawer={hasRail ? null : () => setIsDrawerOpen(true)} />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="flex-1 px-4 py-6 sm:px-6 lg:px-8 lg:py-8"
        >
          <Notice />
          {children}
        </main>
        <Footer />
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
