// Who is signed in, and the way to sign in, register or sign out.
import { Link } from "wouter";
import { useLanguage } from "../../i18n/LanguageContext";
import { LANGUAGE_TAGS } from "../../i18n/language";
import { Button } from "../../ui/form/Button";
import { nameOf } from "../auth/person";
import { REGISTER, SIGN_IN } from "../auth/returnAddress";
import { useSession, useSessionState } from "../auth/SessionContext";
import { Fact, Setting } from "./Setting";

const LINK = "font-medium text-accent underline underline-offset-4";

export function AccountSetting() {
  const { say } = useLanguage();
  const state = useSessionState();
  return (
    <Setting title={say("settings.account")}>
      <p className="font-semibold break-words">{nameOf(state, say)}</p>
      {state.status === "owner" ? <OwnerAccount /> : <OwnAccount />}
    </Setting>
  );
}

function OwnerAccount() {
  const { say } = useLanguage();
  return (
    <>
      <p className="mt-1">{say("account.owner_text")}</p>
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-2">
        <Link href={`${SIGN_IN}?next=/settings`} className={LINK}>
          {say("account.sign_in")}
        </Link>
        <Link href={`${REGISTER}?next=/settings`} className={LINK}>
          {say("account.register")}
        </Link>
      </p>
    </>
  );
}

function OwnAccount() {
  const { language, say } = useLanguage();
  const session = useSession();
  const state = useSessionState();
  if (state.status !== "signed_in") return null;
  const since = new Date(state.user.created_at);
  return (
    <>
      <dl className="mt-1">
        {state.user.email && <Fact name={say("auth.email")}>{state.user.email}</Fact>}
        {!Number.isNaN(since.getTime()) && (
          <Fact name={say("settings.member_since")}>
            <time dateTime={state.user.created_at}>
              {since.toLocaleDateString(LANGUAGE_TAGS[language], { dateStyle: "long" })}
            </time>
          </Fact>
        )}
      </dl>
      <Button kind="quiet" className="mt-3" onClick={() => void session.signOut()}>
        {say("account.sign_out")}
      </Button>
    </>
  );
}
