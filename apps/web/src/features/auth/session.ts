// Who is signed in: opens the page's session, signs people in and out, and follows other tabs.
import { type Api, promptly, unwrap } from "../../api/client";
import { isUnauthenticated } from "../../api/error";
import { type Departure, REFRESH_TOKEN_KEY } from "../../api/tokens";
import type { About, Credentials, Registration, TokenPair, User } from "../../api/types";

export type SessionState =
  | { status: "loading" }
  | { status: "unreachable"; error: unknown }
  | { status: "signed_out"; about: About; notice: Departure | null }
  /** Local mode without an account: the server treats the visitor as the owner of this machine. */
  | { status: "owner"; about: About; user: User; notice: Departure | null }
  | { status: "signed_in"; about: About; user: User };

export interface Session {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  open(): Promise<void>;
  signIn(credentials: Credentials): Promise<void>;
  register(registration: Registration): Promise<void>;
  signOut(): Promise<void>;
  /** Asks again what the server is to this person: it may have got a model since. */
  lookAgain(): Promise<void>;
  dismissNotice(): void;
  /** To be called for the browser's `storage` events: what another tab did. */
  follow(event: Pick<StorageEvent, "key" | "newValue">): void;
}

export function createSession(api: Api): Session {
  let state: SessionState = { status: "loading" };
  let opening = 0;
  const listeners = new Set<() => void>();

  function become(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  async function open() {
    const turn = (opening += 1);
    become({ status: "loading" });
    const next = await opened(api).catch((error: unknown): SessionState => ({
      status: "unreachable",
      error,
    }));
    // A later opening (sign-in, another tab) has the last word.
    if (turn === opening) become(next);
  }

  async function enter(pair: Promise<TokenPair>) {
    const tokens = await pair;
    const about = "about" in state ? state.about : await readAbout(api);
    opening += 1;
    api.tokens.keep(tokens);
    become({ status: "signed_in", about, user: tokens.user });
    void lookAgain();
  }

  async function lookAgain() {
    const turn = opening;
    const about = await readAbout(api).catch(() => null);
    if (about !== null && turn === opening && "about" in state) become({ ...state, about });
  }

  api.tokens.onDrop((why) => {
    if (state.status === "signed_in") leave(state.about, why);
  });

  function leave(about: About, why: Departure) {
    opening += 1;
    become(withoutAccount(about, why));
    void lookAgain();
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open,
    signIn: (body) => enter(unwrap(api.client.POST("/api/v1/auth/login", { body, ...promptly() }))),
    register: (body) =>
      enter(unwrap(api.client.POST("/api/v1/auth/register", { body, ...promptly() }))),
    async signOut() {
      const refresh_token = api.tokens.refresh();
      api.tokens.drop("signed_out");
      if (refresh_token === null) return;
      // The tokens are already forgotten here; a server that cannot be reached lets them run out.
      await api.client
        .POST("/api/v1/auth/logout", { body: { refresh_token }, ...promptly() })
        .catch(() => undefined);
    },
    lookAgain,
    dismissNotice() {
      if ("notice" in state) become({ ...state, notice: null });
    },
    follow({ key, newValue }) {
      if (key !== REFRESH_TOKEN_KEY && key !== null) return;
      if (state.status === "signed_in") {
        if (newValue !== null) return; // rotated by another tab, still the same person
        api.tokens.forgetAccess();
        leave(state.about, "signed_out");
      } else if (newValue !== null) {
        void open();
      }
    },
  };
}

async function opened(api: Api): Promise<SessionState> {
  if (api.tokens.refresh() === null) return withoutAccount(await readAbout(api), null);
  // One after the other: the run mode depends on who asks.
  const user = await readMe(api);
  const about = await readAbout(api);
  return user === null ? withoutAccount(about, "expired") : { status: "signed_in", about, user };
}

function withoutAccount(about: About, notice: Departure | null): SessionState {
  const user = about.owner;
  return user === null
    ? { status: "signed_out", about, notice }
    : { status: "owner", about, user, notice };
}

/** Who the remembered session is; null when it has ended. */
async function readMe(api: Api): Promise<User | null> {
  try {
    return await unwrap(api.client.GET("/api/v1/auth/me", promptly()));
  } catch (error) {
    if (isUnauthenticated(error)) return null;
    throw error;
  }
}

function readAbout(api: Api): Promise<About> {
  return unwrap(api.client.GET("/api/v1/about", promptly()));
}
