// Asks before something that weighs, and why it is done; the reason is recorded.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useSay } from "../../i18n/LanguageContext";
import { Button } from "../../ui/form/Button";
import { Field } from "../../ui/form/Field";
import { ActionFailure } from "../../ui/ActionFailure";

interface ReasonDialogProps {
  title: string;
  children: ReactNode;
  /** What the button that does it says. */
  action: string;
  /** The label of the field for the reason. */
  reasonLabel: string;
  testId?: string;
  kind?: "primary" | "danger";
  busy: boolean;
  error: unknown;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

export function ReasonDialog({
  title,
  children,
  action,
  reasonLabel,
  testId,
  kind = "danger",
  busy,
  error,
  onConfirm,
  onCancel,
}: ReasonDialogProps) {
  const say = useSay();
  const dialog = useRef<HTMLDialogElement>(null);
  const [reason, setReason] = useState("");
  // On the dialog itself: no field opens a keyboard, and a second Enter does not confirm by accident.
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(reason.trim());
  };
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={title}
      onClose={onCancel}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-6 text-ink outline-none backdrop:bg-shade"
    >
      <form onSubmit={submit}>
        <h2 className="text-lg font-semibold">{title}</h2>
        <div className="mt-2 mb-4 space-y-3 text-soft">{children}</div>
        <Field
          label={reasonLabel}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        <ActionFailure error={error} />
        <div className="mt-6 flex flex-wrap justify-end gap-2">
          <Button kind="quiet" onClick={() => dialog.current?.close()}>
            {say("app.cancel")}
          </Button>
          <Button kind={kind} type="submit" busy={busy} data-testid={testId}>
            {action}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
