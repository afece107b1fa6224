// Where a person goes after signing in: back to the page they asked for, and never off this site.

export const SIGN_IN = "/sign-in";
export const REGISTER = "/register";

export function signInAddress(from: string): string {
  return from === "/" ? SIGN_IN : `${SIGN_IN}?next=${encodeURIComponent(from)}`;
}

export function returnAddress(search: string): string {
  const next = new URLSearchParams(search).get("next") ?? "";
  const isOurs = /^\/(?![/\\])/.test(next) && !isAuthAddress(next);
  return isOurs ? next : "/";
}

export function isAuthAddress(address: string): boolean {
  return /^\/(sign-in|register)\/?(\?|#|$)/.test(address);
}
