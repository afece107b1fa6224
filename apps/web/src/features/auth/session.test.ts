import { describe, expect, it, vi } from "vitest";
import { REFRESH_TOKEN_KEY } from "../../api/tokens";
import { FakeServer } from "../../testing/FakeServer";
import { apiOf } from "../../testing/renderApp";
import { createSession, type Session } from "./session";

const credentials = { email: "lin@example.com", password: "correct horse" };

function serverIn(mode: "local" | "password"): FakeServer {
  const server = new FakeServer();
  if (mode === "password") server.about = { ...server.about, auth_mode: mode, owner: null };
  server.account(credentials.email, credentials.password, "Lin");
  return server;
}

async function opened(server: FakeServer): Promise<Session> {
  const session = createSession(apiOf(server));
  await session.open();
  return session;
}

async function settled(session: Session): Promise<void> {
  await vi.waitUntil(() => session.get().status !== "loading");
}

function modeOf(session: Session): string | null {
  const state = session.get();
  return "about" in state ? state.about.desk_mode : null;
}

describe("opening the page", () => {
  it("in local mode makes the visitor the local owner", async () => {
    expect((await opened(serverIn("local"))).get()).toMatchObject({
      status: "owner",
      notice: null,
    });
  });

  it("in password mode asks the visitor to sign in", async () => {
    expect((await opened(serverIn("password"))).get()).toMatchObject({
      status: "signed_out",
      notice: null,
    });
  });

  it("remembers a signed-in person by the refresh token", async () => {
    const server = serverIn("password");
    await (await opened(server)).signIn(credentials);
    expect((await opened(server)).get()).toMatchObject({
      status: "signed_in",
      user: { name: "Lin" },
    });
  });

  it.each([
    ["password", "signed_out"],
    ["local", "owner"],
  ] as const)("in %s mode says so when the remembered session has ended", async (mode, status) => {
    localStorage.setItem(REFRESH_TOKEN_KEY, "refresh-unknown");
    expect((await opened(serverIn(mode))).get()).toMatchObject({ status, notice: "expired" });
  });

  it("keeps the remembered session when the server cannot be reached, and tries again", async () => {
    const server = serverIn("password");
    await (await opened(server)).signIn(credentials);
    server.isReachable = false;
    const session = await opened(server);
    expect(session.get()).toMatchObject({ status: "unreachable" });
    server.isReachable = true;
    await session.open();
    expect(session.get()).toMatchObject({ status: "signed_in" });
  });
});

describe("signing in and out", () => {
  it("throws what the server said about a wrong password, and stays where it was", async () => {
    const session = await opened(serverIn("password"));
    const wrong = session.signIn({ ...credentials, password: "wrong horse" });
    await expect(wrong).rejects.toMatchObject({ message: "Email or password is wrong." });
    expect(session.get().status).toBe("signed_out");
  });

  it("tells the server on leaving and forgets both tokens", async () => {
    const server = serverIn("password");
    const session = await opened(server);
    await session.signIn(credentials);
    await session.signOut();
    expect(session.get()).toMatchObject({ status: "signed_out", notice: "signed_out" });
    expect(server.requests.at(-1)).toBe("POST /api/v1/auth/logout");
    expect(localStorage.getItem(REFRESH_TOKEN_KEY)).toBeNull();
  });

  it("signs out here even when the server cannot be reached", async () => {
    const server = serverIn("password");
    const session = await opened(server);
    await session.signIn(credentials);
    server.isReachable = false;
    await session.signOut();
    expect(session.get().status).toBe("signed_out");
  });

  it("in local mode leads back to the local owner", async () => {
    const session = await opened(serverIn("local"));
    await session.register({ email: "mei@example.com", password: "correct horse" });
    expect(session.get().status).toBe("signed_in");
    await session.signOut();
    await settled(session);
    expect(session.get()).toMatchObject({ status: "owner", notice: "signed_out" });
  });
});

describe("the mode of the server", () => {
  it.each(["local", "password"] as const)(
    "is that of who is signed in, in %s mode, and goes with them",
    async (mode) => {
      const server = serverIn(mode);
      server.withModel.add("user-1");
      const session = await opened(server);
      expect(modeOf(session)).toBe("rules");
      await session.signIn(credentials);
      await vi.waitUntil(() => modeOf(session) === "llm");
      expect(modeOf(await opened(server))).toBe("llm");
      await session.signOut();
      await vi.waitUntil(() => modeOf(session) === "rules");
    },
  );

  it("stays as it was last while the server cannot be reached", async () => {
    const server = serverIn("local");
    const session = await opened(server);
    server.isReachable = false;
    await session.lookAgain();
    expect(session.get()).toMatchObject({ status: "owner", about: { desk_mode: "rules" } });
  });
});

describe("another tab", () => {
  it("that signs out signs this one out", async () => {
    const session = await opened(serverIn("password"));
    await session.signIn(credentials);
    localStorage.removeItem(REFRESH_TOKEN_KEY);
    session.follow({ key: REFRESH_TOKEN_KEY, newValue: null });
    expect(session.get()).toMatchObject({ status: "signed_out", notice: "signed_out" });
  });

  it("that signs in signs this one in", async () => {
    const server = serverIn("password");
    const [here, there] = [await opened(server), await opened(server)];
    await there.signIn(credentials);
    here.follow({ key: REFRESH_TOKEN_KEY, newValue: localStorage.getItem(REFRESH_TOKEN_KEY) });
    await settled(here);
    expect(here.get()).toMatchObject({ status: "signed_in" });
  });

  it("that only renews its tokens changes nothing here", async () => {
    const session = await opened(serverIn("password"));
    await session.signIn(credentials);
    const before = session.get();
    session.follow({ key: REFRESH_TOKEN_KEY, newValue: "refresh-99" });
    expect(session.get()).toBe(before);
  });
});
