import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { en } from "../i18n/frame";
import { renderApp } from "../testing/renderApp";

describe("the account menu of the local owner", () => {
  it("leads to signing in and registering", async () => {
    const { user } = renderApp("/chat");
    await user.click(await screen.findByTestId("account-menu"));
    expect(screen.getByRole("link", { name: en["account.sign_in"] })).toBeTruthy();
    await user.click(screen.getByRole("link", { name: en["account.register"] }));
    expect(window.location.pathname).toBe("/register");
  });

  it("closes on Escape and gives the focus back", async () => {
    const { user } = renderApp("/chat");
    const button = await screen.findByTestId("account-menu");
    await user.click(button);
    await user.tab();
    await user.keyboard("{Escape}");
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(button);
  });

  it("closes when the focus moves on", async () => {
    const { user } = renderApp("/chat");
    const button = await screen.findByTestId("account-menu");
    await user.click(button);
    await user.click(screen.getByRole("main"));
    expect(button.getAttribute("aria-expanded")).toBe("false");
  });
});
