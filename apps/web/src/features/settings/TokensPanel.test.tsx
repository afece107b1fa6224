import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import { words } from "./words";

const { en } = words;
const TOKEN = {
  id: "t-1",
  name: "my script",
  scopes: ["read", "write"],
  hint: "a1b2",
  created_at: "2026-11-15T08:00:00Z",
  expires_at: "2026-12-15T08:00:00Z",
  last_used_at: null,
};

function settings(tokens: unknown[]) {
  const server = new FakeServer();
  server.answers.set("/api/v1/tokens", { tokens });
  return { ...renderApp("/settings", server), server };
}

describe("access tokens", () => {
  it("are listed with what they may do and never with their secret", async () => {
    settings([TOKEN]);
    expect(await screen.findByText("my script")).toBeTruthy();
    expect(screen.getByText(en.scope_write)).toBeTruthy();
    expect(screen.getByText(/…a1b2/)).toBeTruthy();
  });

  it("are shown once when they are made", async () => {
    const { user, server } = settings([]);
    await user.click(await screen.findByRole("button", { name: en.token_add }));
    await user.type(screen.getByLabelText(en.token_name), "my script");
    await user.selectOptions(screen.getByLabelText(en.token_scope), "write");
    server.nextAnswer = Response.json({ ...TOKEN, token: "pat_secret" }, { status: 201 });
    await user.click(screen.getByRole("button", { name: en.token_make }));
    expect(await screen.findByText("pat_secret")).toBeTruthy();
    expect(server.posted.get("/api/v1/tokens")).toEqual({
      name: "my script",
      scopes: ["write"],
      expires_in_days: 30,
    });
  });

  it("need a name", async () => {
    const { user, server } = settings([]);
    await user.click(await screen.findByRole("button", { name: en.token_add }));
    await user.click(screen.getByRole("button", { name: en.token_make }));
    expect(screen.getByText(en.token_name_missing)).toBeTruthy();
    expect(server.posted.has("/api/v1/tokens")).toBe(false);
  });
});
