// What stands around both account forms: a title, why the person is here, and the other ways in.
import type { ReactNode } from "react";
import { Link, useSearch } from "wouter";
import { useSay } from "../../i18n/LanguageContext";
import { useTitle } from "../../ui/useTitle";
import { REGISTER, returnAddress, SIGN_IN } from "./returnAddress";
import { useSessionState } from "./SessionContext";

const LINK = "font-medium text-accent underline underline-offset-4";

export function AuthFrame({
  kind,
  children,
}: {
  kind: "sign_in" | "register";
  children: ReactNode;
}) {
  const say = useSay();
  const search = useSearch();
  const state = useSessionState();
  const other = kind === "sign_in" ? "register" : "sign_in";
  const otherAddress = (other === "sign_in" ? SIGN_IN : REGISTER) + (search && `?${search}`);
  useTitle(say(`auth.${kind}`));
  return (
    <div className="mx-auto w-full max-w-sm">
      {state.status === "signed_out" && state.notice && (
        <p role="status" className="mb-4 rounded-md border border-line bg-accent-soft px-3 py-2">
          {say(`auth.${state.notice}`)}
        </p>
      )}
      <div className="rounded-lg border border-line bg-surface p-6">
        <h1 className="text-xl font-semibold">{say(`auth.${kind}`)}</h1>
        <p className="mt-1 mb-5 text-soft">{say(`auth.${kind}_text`)}</p>
        {children}
      </div>
      <p className="mt-4 text-center">
        {say(other === "register" ? "auth.no_account" : "auth.have_account")}{" "}
        <Link href={otherAddress} className={LINK}>
          {say(`auth.${other}`)}
        </Link>
      </p>
      {state.status === "owner" && (
        <p className="mt-2 text-center">
          <Link href={returnAddress(search)} className={LINK}>
            {say("auth.stay_owner")}
          </Link>
        </p>
      )}
    </div>
  );
}
