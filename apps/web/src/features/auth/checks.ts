// What the page checks before it asks the server: enough to catch a slip, never more than the server asks.
import type { Phrase } from "../../i18n/frame";

const PASSWORD_LENGTH = { min: 10, max: 200 };

export interface AccountForm {
  name: string;
  email: string;
  password: string;
}

export type Slips = Partial<Record<"email" | "password", Phrase>>;

export function slipsInSignIn(form: AccountForm): Slips {
  return withoutBlanks({
    email: emailSlip(form.email),
    password: form.password === "" ? "auth.password_missing" : undefined,
  });
}

export function slipsInRegistration(form: AccountForm): Slips {
  return withoutBlanks({ email: emailSlip(form.email), password: passwordSlip(form.password) });
}

function emailSlip(email: string): Phrase | undefined {
  if (email.trim() === "") return "auth.email_missing";
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : "auth.email_malformed";
}

function passwordSlip(password: string): Phrase | undefined {
  // The server counts characters, and a character outside the basic plane is two units of a JS string.
  const { length } = [...password];
  if (length === 0) return "auth.password_missing";
  if (length < PASSWORD_LENGTH.min) return "auth.password_short";
  return length > PASSWORD_LENGTH.max ? "auth.password_long" : undefined;
}

function withoutBlanks(slips: Record<keyof Slips, Phrase | undefined>): Slips {
  return Object.fromEntries(Object.entries(slips).filter(([, slip]) => slip !== undefined));
}
