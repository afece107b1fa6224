import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, failure } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { sentTo } from "../testing";
import type { Switch } from "../trading";
import { switchWords } from "./switchWords";

const { en } = switchWords;
const ME = "/api/v1/switches/me";

function turned(scope: Switch["scope"]): Switch {
  const at = "2026-11-15T08:00:00Z";
  return { scope, target: "owner", is_on: true, by: "person:owner:page", reason: "Odd prices", at };
}

describe("the kill switch", () => {
  it("stops everything of the person with the second click, and the header says so", async () => {
    const server = new FakeServer();
    const sent = sentTo(server);
    const { user } = renderApp("/settings", server);
    await user.click(await screen.findByTestId("kill-switch"));
    server.answers.set(ME, turned("person"));
    server.answers.set("/api/v1/switches", { on: [turned("person")] });
    await user.click(screen.getByTestId("kill-switch-confirm"));
    expect((await screen.findByTestId("kill-switch-on")).textContent).toContain("Odd prices");
    expect(sent.get(ME)).toEqual({ is_on: true, reason: en.default_reason });
    expect(screen.queryByTestId("kill-switch-confirm")).toBeNull();
  });

  it("offers everybody's switch only to who runs the server", async () => {
    const server = new FakeServer();
    const { user } = renderApp("/settings", server);
    await user.click(await screen.findByTestId("kill-switch"));
    await waitFor(() => expect(server.requests).toContain("GET /api/v1/switches/global/history"));
    expect(screen.queryByRole("radio", { name: en.scope_global })).toBeNull();
  });

  it("stays open with the server's words when stopping failed", async () => {
    const server = new FakeServer();
    const { user } = renderApp("/settings", server);
    await user.click(await screen.findByTestId("kill-switch"));
    await waitFor(() => expect(server.requests).toContain("GET /api/v1/switches/global/history"));
    server.answers.set(ME, failure(503, "unavailable", "The journal is away: try again."));
    await user.click(screen.getByTestId("kill-switch-confirm"));
    expect((await screen.findByText(/The journal is away/)).closest("[role=alert]")).toBeTruthy();
    expect(screen.queryByTestId("kill-switch-on")).toBeNull();
  });

  it("asks before it is turned off", async () => {
    const server = new FakeServer();
    server.answers.set("/api/v1/switches", { on: [turned("person")] });
    server.answers.set(ME, turned("person"));
    const sent = sentTo(server);
    const { user } = renderApp("/settings", server);
    await user.click(await screen.findByRole("button", { name: en.release }));
    expect(sent.has(ME)).toBe(false);
    server.answers.set("/api/v1/switches", { on: [] });
    await user.click(screen.getByTestId("kill-switch-release"));
    await waitFor(() => expect(screen.queryByTestId("kill-switch-on")).toBeNull());
    expect(sent.get(ME)).toEqual({ is_on: false, reason: en.release_default });
  });
});
