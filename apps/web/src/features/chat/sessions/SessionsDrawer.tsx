// The list of conversations on a narrow screen: a native modal dialog behind a button.
import { useEffect, useRef } from "react";
import { useWords } from "../../../i18n/words";
import { IconButton } from "../../../ui/form/Button";
import { Sessions } from "./Sessions";
import { words } from "../words";

export function SessionsDrawer({
  sessionId,
  onClose,
}: {
  sessionId: string | null;
  onClose: () => void;
}) {
  const say = useWords(words);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);

  // The keyboard's way out is the dialog's own Escape.
  useEffect(() => {
    const element = dialog.current;
    const close = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener("click", close);
    return () => element?.removeEventListener("click", close);
  }, [onClose]);

  return (
    <dialog
      ref={dialog}
      aria-label={say("conversations")}
      onClose={onClose}
      className="m-0 h-dvh max-h-none w-80 max-w-[90vw] bg-surface p-0 text-ink backdrop:bg-shade"
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between pt-2 pr-2 pl-5">
          <p className="font-semibold">{say("conversations")}</p>
          <IconButton icon="close" label={say("close")} onClick={onClose} />
        </div>
        <div className="min-h-0 flex-1">
          <Sessions sessionId={sessionId} onLeave={onClose} />
        </div>
      </div>
    </dialog>
  );
}
