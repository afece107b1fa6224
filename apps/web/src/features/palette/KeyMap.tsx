// The keys that work everywhere, in a dialog.
import { useEffect, useRef } from "react";
import { useWords } from "../../i18n/words";
import { Button } from "../../ui/form/Button";
import { words } from "./words";

const KEYS = [
  ["key_palette", ["Ctrl", "K"]],
  ["key_search", ["/"]],
  ["key_help", ["?"]],
  ["key_send", ["Enter"]],
  ["key_line", ["Shift", "Enter"]],
  ["key_chart", ["←", "→"]],
  ["key_escape", ["Esc"]],
] as const;

export default function KeyMap({ onClose }: { onClose: () => void }) {
  const say = useWords(words);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-label={say("keys_title")}
      data-testid="key-map"
      onClose={onClose}
      className="m-auto w-[min(28rem,calc(100vw-2rem))] rounded-lg border border-line bg-raised p-6 text-ink backdrop:bg-shade"
    >
      <h2 className="text-lg font-semibold">{say("keys_title")}</h2>
      <dl className="mt-4 divide-y divide-line">
        {KEYS.map(([name, keys]) => (
          <div key={name} className="flex items-center justify-between gap-4 py-2">
            <dt>{say(name)}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="rounded border border-line-strong bg-well px-2 py-0.5 font-mono text-sm"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Button kind="quiet" className="mt-5" onClick={() => dialog.current?.close()}>
        {say("close")}
      </Button>
    </dialog>
  );
}
