// The account menu: who is signed in, and the ways in and out.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { nameOf } from "../features/auth/person";
import { REGISTER, SIGN_IN } from "../features/auth/returnAddress";
import { useSession, useSessionState } from "../features/auth/SessionContext";
import { addressOf } from "../features/places";
import { useSay } from "../i18n/LanguageContext";
import { Icon } from "../ui/Icon";

const ITEM = "flex min-h-10 w-full items-center rounded-md px-3 text-left hover:bg-well";

export function AccountMenu() {
  const say = useSay();
  const state = useSessionState();
  const name = nameOf(state, say);
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = ({ target }: Event) => {
      if (!(target instanceof Node && root.current?.contains(target))) setIsOpen(false);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      setIsOpen(false);
      trigger.current?.focus();
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("pointerdown", closeOutside, { signal });
    document.addEventListener("focusin", closeOutside, { signal });
    document.addEventListener("keydown", closeOnEscape, { signal });
    return () => listening.abort();
  }, [isOpen]);

  if (name === null) return <div className="size-10" />;
  return (
    <div ref={root} className="relative">
      <button
        ref={trigger}
        type="button"
        data-testid="account-menu"
        aria-expanded={isOpen}
        aria-controls="account-panel"
        aria-label={say("account.label", { name })}
        onClick={() => setIsOpen(!isOpen)}
        className="inline-flex h-10 min-w-10 items-center justify-center gap-2 rounded-md px-2 hover:bg-well sm:px-3"
      >
        <Icon name="account" />
        <span className="hidden max-w-40 truncate sm:inline">{name}</span>
        <Icon name="chevron" className="hidden size-4 sm:block" />
      </button>
      <div
        id="account-panel"
        hidden={!isOpen}
        className="absolute right-0 z-20 mt-1 w-64 rounded-lg border border-line bg-raised p-1.5 shadow-lg"
      >
        <AccountPanel name={name} onLeave={() => setIsOpen(false)} />
      </div>
    </div>
  );
}

function AccountPanel({ name, onLeave }: { name: string; onLeave: () => void }) {
  const say = useSay();
  const session = useSession();
  const state = useSessionState();
  const detail = state.status === "signed_in" ? state.user.email : say("account.owner_text");
  const item = (address: string, label: string): ReactNode => (
    <Link href={address} onClick={onLeave} className={ITEM}>
      {label}
    </Link>
  );
  return (
    <>
      <div className="mb-1.5 border-b border-line px-3 pt-1.5 pb-3">
        <p className="font-medium break-words">{name}</p>
        {detail && detail !== name && <p className="text-sm break-words text-soft">{detail}</p>}
      </div>
      {item(addressOf("settings"), say("account.settings"))}
      {state.status === "owner" && item(SIGN_IN, say("account.sign_in"))}
      {state.status === "owner" && item(REGISTER, say("account.register"))}
      {state.status === "signed_in" && (
        <button type="button" className={ITEM} onClick={() => void session.signOut()}>
          {say("account.sign_out")}
        </button>
      )}
    </>
  );
}
