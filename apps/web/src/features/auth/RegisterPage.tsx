// The page where a person makes an account.
import { AccountForm } from "./AccountForm";
import { AuthFrame } from "./AuthFrame";
import { slipsInRegistration } from "./checks";
import { useSession } from "./SessionContext";

export default function RegisterPage() {
  const session = useSession();
  return (
    <AuthFrame kind="register">
      <AccountForm
        key="register"
        kind="register"
        check={slipsInRegistration}
        submit={({ name, email, password }) =>
          session.register({ email, password, ...(name && { name }) })
        }
      />
    </AuthFrame>
  );
}
