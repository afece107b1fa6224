// Holds the two tokens of a session: access in memory only, refresh in the browser's storage.
import type { TokenPair } from "./types";

export const REFRESH_TOKEN_KEY = "parley.refresh_token";

/** Why the tokens are gone: the server refused them, or the person left. */
export type Departure = "expired" | "signed_out";

export interface Tokens {
  access(): string | null;
  /** Read from storage on each call: another tab may have rotated it. */
  refresh(): string | null;
  keep(pair: Pick<TokenPair, "access_token" | "refresh_token">): void;
  drop(why: Departure): void;
  /** Forgets this tab's access token when another tab has signed in, out, or as someone else. */
  forgetAccess(): void;
  onDrop(listener: (why: Departure) => void): () => void;
}

export function createTokens(storage: Storage): Tokens {
  let access: string | null = null;
  const listeners = new Set<(why: Departure) => void>();
  return {
    access: () => access,
    refresh: () => storage.getItem(REFRESH_TOKEN_KEY),
    keep(pair) {
      access = pair.access_token;
      storage.setItem(REFRESH_TOKEN_KEY, pair.refresh_token);
    },
    drop(why) {
      access = null;
      storage.removeItem(REFRESH_TOKEN_KEY);
      for (const listener of listeners) listener(why);
    },
    forgetAccess() {
      access = null;
    },
    onDrop(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
