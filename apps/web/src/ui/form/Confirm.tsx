// Asks before something that cannot be taken back, in the browser's own modal dialog.
import { type ReactNode, useEffect, useRef } from "react";
import { useSay } from "../../i18n/LanguageContext";
import { Button } from "./Button";

interface ConfirmProps {
  title: string;
  children: ReactNode;
  /** What the button that does it says. */
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

export function Confirm({
  title,
  children,
  action,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmProps) {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onClose={onCancel}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-6 text-ink backdrop:bg-shade"
    >
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-2 text-soft">{children}</div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button kind="quiet" onClick={() => dialog.current?.close()}>
          {say("app.cancel")}
        </Button>
        <Button kind="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  );
}
