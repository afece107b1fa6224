// The page where a person with an account signs in.
import { AccountForm } from "./AccountForm";
import { AuthFrame } from "./AuthFrame";
import { slipsInSignIn } from "./checks";
import { useSession } from "./SessionContext";

export default function SignInPage() {
  const session = useSession();
  return (
    <AuthFrame kind="sign_in">
      <AccountForm
        key="sign_in"
        kind="sign_in"
        check={slipsInSignIn}
        submit={({ email, password }) => session.signIn({ email, password })}
      />
    </AuthFrame>
  );
}
