// The keys that work on every page, and what they open; the button does the same for a finger.
import { lazy, Suspense, useEffect, useState } from "react";
import { useSay } from "../i18n/LanguageContext";
import { IconButton } from "../ui/form/Button";

const Palette = lazy(() => import("../features/palette/Palette"));
const KeyMap = lazy(() => import("../features/palette/KeyMap"));

export function Shortcuts() {
  const say = useSay();
  const [opened, setOpened] = useState<"palette" | "keys" | null>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const wanted = meaningOf(event);
      if (wanted === null) return;
      event.preventDefault();
      if (wanted === "search") focusSearch();
      else setOpened(wanted);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
  const close = () => setOpened(null);
  return (
    <>
      <IconButton
        icon="search"
        label={say("app.search")}
        data-testid="palette-open"
        onClick={() => setOpened("palette")}
      />
      <Suspense fallback={null}>
        {opened === "palette" && (
          <Palette onClose={close} onKeys={() => setTimeout(setOpened, 0, "keys")} />
        )}
        {opened === "keys" && <KeyMap onClose={close} />}
      </Suspense>
    </>
  );
}

function meaningOf(event: KeyboardEvent): "palette" | "keys" | "search" | null {
  if (event.isComposing || event.defaultPrevented || event.altKey) return null;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand) return event.key.toLowerCase() === "k" && !event.shiftKey ? "palette" : null;
  if (isWriting(event.target) || document.querySelector("dialog[open]")) return null;
  if (event.key === "?") return "keys";
  return event.key === "/" ? "search" : null;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** The box of the conversation, or the first search of the page. */
function focusSearch(): void {
  const boxes = "[data-testid=composer], main input[type=search], main [role=combobox]";
  document.querySelector<HTMLElement>(boxes)?.focus();
}
