import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { en, zh } from "../../i18n/frame";
import { FakeServer } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";

describe("settings", () => {
  it("change the language and the theme", async () => {
    const { user } = renderApp("/settings");
    await user.click(await screen.findByRole("radio", { name: en["theme.dark"] }));
    await user.click(screen.getByRole("radio", { name: "中文" }));
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(zh["nav.settings"]);
  });

  it("explain the mode of the server and point to the doctor", async () => {
    renderApp("/settings");
    expect(await screen.findByText(en["mode.rules_text"])).toBeTruthy();
    expect(screen.getByText("parley doctor")).toBeTruthy();
  });

  it("show the local owner that no account is needed", async () => {
    renderApp("/settings");
    expect((await screen.findAllByText(en["account.owner_text"])).length).toBeGreaterThan(0);
    expect(screen.getByText(en["settings.auth_local"])).toBeTruthy();
  });

  it("show a signed-in person their account and let them leave", async () => {
    const server = new FakeServer();
    const user = server.account("lin@example.com", "correct horse", "Lin");
    localStorage.setItem("parley.refresh_token", server.issue(user).refresh_token);
    const page = renderApp("/settings", server);
    expect(await screen.findByText("November 15, 2026")).toBeTruthy();
    const [leave] = screen.getAllByRole("button", { name: en["account.sign_out"] });
    await page.user.click(leave!);
    expect(await screen.findByText(en["auth.signed_out_owner"])).toBeTruthy();
  });
});
