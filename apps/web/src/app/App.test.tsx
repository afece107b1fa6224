import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { PLACE_GROUPS } from "../features/places";
import { en, zh } from "../i18n/frame";
import { FakeServer } from "../testing/FakeServer";
import { renderApp } from "../testing/renderApp";
import { setScreen } from "../testing/setup";

const places = PLACE_GROUPS.flatMap((group) => group.places);

function serverWithPassword(): FakeServer {
  const server = new FakeServer();
  server.about = { ...server.about, auth_mode: "password", owner: null };
  server.account("lin@example.com", "correct horse", "Lin");
  return server;
}

describe("the shell", () => {
  it("opens straight on the first page for the local owner", async () => {
    renderApp("/");
    await screen.findByTestId("ask-anything");
    expect(window.location.pathname).toBe("/");
    expect(screen.getByTestId("nav-home").getAttribute("aria-current")).toBe("page");
    expect(screen.getByTestId("account-menu").textContent).toContain("Local user");
    expect(screen.getByTestId("desk-mode").textContent).toBe("Rules mode");
    expect(screen.getByText("Not investment advice")).toBeTruthy();
  });

  it.each(places)("shows what %s is for, and marks it in the navigation", async (place) => {
    renderApp(`/${place}`);
    const page = await screen.findByTestId(`empty-${place}`);
    expect(within(page).getByRole("heading", { level: 1 }).textContent).toBe(en[`nav.${place}`]);
    expect(screen.getByTestId(`nav-${place}`).getAttribute("aria-current")).toBe("page");
    expect(document.title).toBe(`${en[`nav.${place}`]} · Parley`);
  });

  it("goes from place to place and puts the focus on the content", async () => {
    const { user } = renderApp("/chat");
    await user.click(await screen.findByTestId("nav-stress"));
    await screen.findByTestId("empty-stress");
    expect(document.activeElement).toBe(screen.getByRole("main"));
  });

  it("names the server's language model mode", async () => {
    const server = new FakeServer();
    server.about = { ...server.about, desk_mode: "llm" };
    renderApp("/chat", server);
    expect((await screen.findByTestId("desk-mode")).textContent).toBe("LLM");
  });

  it("says that an unknown address does not exist", async () => {
    renderApp("/nowhere");
    expect(await screen.findByText(en["app.page_not_found"])).toBeTruthy();
    expect(document.title).toBe(`${en["app.page_not_found"]} · Parley`);
  });

  it("keeps the navigation in a drawer on a phone, and closes it on arrival", async () => {
    setScreen({ width: 390 });
    const { user } = renderApp("/chat");
    await screen.findByTestId("empty-chat");
    expect(screen.queryByTestId("nav-data")).toBeNull();
    await user.click(screen.getByTestId("nav-toggle"));
    await user.click(screen.getByTestId("nav-data"));
    await screen.findByTestId("empty-data");
    expect(screen.queryByTestId("nav-data")).toBeNull();
  });
});

describe("language and theme", () => {
  it("change at once and are remembered", async () => {
    const { user } = renderApp("/chat");
    await screen.findByTestId("empty-chat");
    await user.click(screen.getByTestId("language-switch"));
    await user.click(screen.getByTestId("theme-switch"));
    expect(screen.getByText(zh["app.disclaimer"])).toBeTruthy();
    expect(document.documentElement.lang).toBe("zh-CN");
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(localStorage.getItem("parley.language")).toBe("zh");
    expect(localStorage.getItem("parley.theme")).toBe("dark");
  });

  it("follow the system's dark theme until a person chooses", async () => {
    setScreen({ dark: true });
    renderApp("/chat");
    await screen.findByTestId("empty-chat");
    expect(document.documentElement.dataset.theme).toBe("dark");
  });
});

describe("a server that does not answer", () => {
  it("is said in a sentence, and trying again opens the page", async () => {
    const server = new FakeServer();
    server.isReachable = false;
    const { user } = renderApp("/research", server);
    expect((await screen.findByRole("alert")).textContent).toContain(
      en["failure.unreachable_text"],
    );
    server.isReachable = true;
    await user.click(screen.getByRole("button", { name: en["failure.try_again"] }));
    expect(await screen.findByTestId("empty-research")).toBeTruthy();
  });
});

describe("password mode", () => {
  it("sends a visitor to sign in and back to where they were going", async () => {
    const { user } = renderApp("/backtests", serverWithPassword());
    await signIn(user);
    expect(await screen.findByTestId("empty-backtests")).toBeTruthy();
    expect(screen.getByTestId("account-menu").textContent).toContain("Lin");
  });

  it("says so when the session ends in the middle", async () => {
    const { user, server, api } = renderApp("/data", serverWithPassword());
    await signIn(user);
    await screen.findByTestId("empty-data");
    server.revokeAll();
    await api.client.GET("/api/v1/auth/me").catch(() => undefined);
    expect(await screen.findByText(en["auth.expired"])).toBeTruthy();
    expect(window.location.pathname).toBe("/sign-in");
  });

  it("signs out from the account menu", async () => {
    const { user } = renderApp("/chat", serverWithPassword());
    await signIn(user);
    await user.click(await screen.findByTestId("account-menu"));
    await user.click(screen.getByRole("button", { name: en["account.sign_out"] }));
    await waitFor(() => expect(window.location.pathname).toBe("/sign-in"));
    expect(await screen.findByText(en["auth.signed_out"])).toBeTruthy();
  });
});

async function signIn(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await user.type(await screen.findByLabelText(en["auth.email"]), "lin@example.com");
  await user.type(screen.getByLabelText(en["auth.password"]), "correct horse");
  await user.click(screen.getByRole("button", { name: en["auth.sign_in"] }));
}
