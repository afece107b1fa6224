import { describe, expect, it, vi } from "vitest";
import { REFRESH_TOKEN_KEY } from "../../api/tokens";
import { FakeDesk } from "../../testing/FakeDesk";
import { apiOf } from "../../testing/renderApp";
import { createSession, type Session } from "./session";

const credentials = { email: "lin@example.com", password: "correct horse" };

function deskIn(mode: "local" | "password"): FakeDesk {
  const desk = new FakeDesk();
  if (mode === "password") desk.about = { ...desk.about, auth_mode: mode, owner: null };
  desk.account(credentials.email, credentials.password, "Lin");
  return desk;
}

async function opened(desk: FakeDesk): Promise<Session> {
  const session = createSession(apiOf(desk));
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
    expect((await opened(deskIn("local"))).get()).toMatchObject({ status: "owner", notice: null });
  });

  it("in password mode asks the visitor to sign in", async () => {
    expect((await opened(deskIn("password"))).get()).toMatchObject({
      status: "signed_out",
      notice: null,
    });
  });

  it("remembers a signed-in person by the refresh token", async () => {
    const desk = deskIn("password");
    await (await opened(desk)).signIn(credentials);
    expect((await opened(desk)).get()).toMatchObject({
      status: "signed_in",
      user: { name: "Lin" },
    });
  });

  it.each([
    ["password", "signed_out"],
    ["local", "owner"],
  ] as const)("in %s mode says so when the remembered session has ended", async (mode, status) => {
    localStorage.setItem(REFRESH_TOKEN_KEY, "refresh-unknown");
    expect((await opened(deskIn(mode))).get()).toMatchObject({ status, notice: "expired" });
  });

  it("keeps the remembered session when the desk cannot be reached, and tries again", async () => {
    const desk = deskIn("password");
    await (await opened(desk)).signIn(credentials);
    desk.isReachable = false;
    const session = await opened(desk);
    expect(session.get()).toMatchObject({ status: "unreachable" });
    desk.isReachable = true;
    await session.open();
    expect(session.get()).toMatchObject({ status: "signed_in" });
  });
});

describe("signing in and out", () => {
  it("throws what the desk said about a wrong password, and stays where it was", async () => {
    const session = await opened(deskIn("password"));
    const wrong = session.signIn({ ...credentials, password: "wrong horse" });
    await expect(wrong).rejects.toMatchObject({ message: "Email or password is wrong." });
    expect(session.get().status).toBe("signed_out");
  });

  it("tells the desk on leaving and forgets both tokens", async () => {
    const desk = deskIn("password");
    const session = await opened(desk);
    await session.signIn(credentials);
    await session.signOut();
    expect(session.get()).toMatchObject({ status: "signed_out", notice: "signed_out" });
    expect(desk.requests.at(-1)).toBe("POST /api/v1/auth/logout");
    expect(localStorage.getItem(REFRESH_TOKEN_KEY)).toBeNull();
  });

  it("signs out here even when the desk cannot be reached", async () => {
    const desk = deskIn("password");
    const session = await opened(desk);
    await session.signIn(credentials);
    desk.isReachable = false;
    await session.signOut();
    expect(session.get().status).toBe("signed_out");
  });

  it("in local mode leads back to the local owner", async () => {
    const session = await opened(deskIn("local"));
    await session.register({ email: "mei@example.com", password: "correct horse" });
    expect(session.get().status).toBe("signed_in");
    await session.signOut();
    await settled(session);
    expect(session.get()).toMatchObject({ status: "owner", notice: "signed_out" });
  });
});

describe("the mode of the desk", () => {
  it.each(["local", "password"] as const)(
    "is that of who is signed in, in %s mode, and goes with them",
    async (mode) => {
      const desk = deskIn(mode);
      desk.withModel.add("user-1");
      const session = await opened(desk);
      expect(modeOf(session)).toBe("rules");
      await session.signIn(credentials);
      await vi.waitUntil(() => modeOf(session) === "llm");
      expect(modeOf(await opened(desk))).toBe("llm");
      await session.signOut();
      await vi.waitUntil(() => modeOf(session) === "rules");
    },
  );

  it("stays as it was told last while the desk cannot be reached", async () => {
    const desk = deskIn("local");
    const session = await opened(desk);
    desk.isReachable = false;
    await session.lookAgain();
    expect(session.get()).toMatchObject({ status: "owner", about: { desk_mode: "rules" } });
  });
});

describe("another tab", () => {
  it("that signs out signs this one out", async () => {
    const session = await opened(deskIn("password"));
    await session.signIn(credentials);
    localStorage.removeItem(REFRESH_TOKEN_KEY);
    session.follow({ key: REFRESH_TOKEN_KEY, newValue: null });
    expect(session.get()).toMatchObject({ status: "signed_out", notice: "signed_out" });
  });

  it("that signs in signs this one in", async () => {
    const desk = deskIn("password");
    const [here, there] = [await opened(desk), await opened(desk)];
    await there.signIn(credentials);
    here.follow({ key: REFRESH_TOKEN_KEY, newValue: localStorage.getItem(REFRESH_TOKEN_KEY) });
    await settled(here);
    expect(here.get()).toMatchObject({ status: "signed_in" });
  });

  it("that only renews its tokens changes nothing here", async () => {
    const session = await opened(deskIn("password"));
    await session.signIn(credentials);
    const before = session.get();
    session.follow({ key: REFRESH_TOKEN_KEY, newValue: "refresh-99" });
    expect(session.get()).toBe(before);
  });
});
