// The phone's navigation: a native modal dialog, so that focus, Escape and the backdrop are the browser's.
import { type MouseEvent, useEffect, useRef } from "react";
import { useSay } from "../i18n/LanguageContext";
import { Icon } from "../ui/Icon";
import { Navigation } from "./Navigation";

export function Drawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) onClose();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the keyboard's way out is the dialog's own Escape
    <dialog
      ref={dialog}
      aria-label={say("nav.label")}
      onClose={onClose}
      onClick={closeOnBackdrop}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-rail p-0 [--focus:var(--rail-accent)] backdrop:bg-shade"
    >
      {isOpen && (
        <>
          <Navigation onLeave={onClose} />
          <button
            type="button"
            aria-label={say("nav.close")}
            onClick={onClose}
            className="absolute top-3 right-3 inline-flex size-10 items-center justify-center rounded-md text-rail-soft hover:bg-rail-line hover:text-rail-ink"
          >
            <Icon name="close" />
          </button>
        </>
      )}
    </dialog>
  );
}
