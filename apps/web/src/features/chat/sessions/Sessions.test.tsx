import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { en } from "../../../i18n/frame";
import { failure } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { setScreen } from "../../../testing/setup";
import { message, FakeChatServer } from "../testing/FakeChatServer";
import { words } from "../words";

// Whole pages with lazy parts: a busy machine needs longer than the usual second.

describe("the list of conversations", () => {
  it("is searched at the server once a person has stopped typing", async () => {
    const talking = new FakeChatServer();
    talking.keep();
    const { user } = renderApp("/chat", talking.server);
    await screen.findByTestId("session-item");
    talking.server.answers.set("/api/v1/sessions", { sessions: [], next: null });
    await user.type(screen.getByTestId("session-search"), "gold");
    expect(await screen.findByText(words.en.none_found.replace("{search}", "gold"))).toBeTruthy();
    const searches = talking.asked.filter((address) => address.includes("search="));
    expect(searches).toEqual(["GET /api/v1/sessions?limit=30&search=gold"]);
  });

  it("asks before it deletes, and leaves a conversation that is gone", async () => {
    const talking = new FakeChatServer();
    talking.keep();
    const { user } = renderApp("/chat/s-1", talking.server);
    await user.click(await screen.findByTestId("session-delete"));
    expect(talking.asked).not.toContain("DELETE /api/v1/sessions/s-1");
    const dialog = screen.getByRole("dialog", { name: words.en.delete_title });
    expect(within(dialog).getByRole("button", { name: en["app.cancel"] })).toBeTruthy();
    talking.server.answers.set("/api/v1/sessions", { sessions: [], next: null });
    await user.click(within(dialog).getByRole("button", { name: words.en.delete_action }));
    await waitFor(() => expect(window.location.pathname).toBe("/chat"));
    expect(talking.asked).toContain("DELETE /api/v1/sessions/s-1");
    expect(screen.queryByTestId("session-item")).toBeNull();
  });

  it("that did not come says so, and is asked for again by a button that says that", async () => {
    const talking = new FakeChatServer();
    talking.keep();
    const { user } = renderApp("/chat", talking.server);
    await screen.findByTestId("session-item");
    talking.server.answers.set(
      "/api/v1/sessions",
      failure(503, "unavailable", "The server is busy."),
    );
    await user.type(screen.getByTestId("session-search"), "gold");
    const alert = (await screen.findByText(words.en.list_failed)).closest("[role=alert]")!;
    talking.server.answers.set("/api/v1/sessions", { sessions: [], next: null });
    await user.click(
      within(alert as HTMLElement).getByRole("button", { name: en["failure.try_again"] }),
    );
    expect(await screen.findByText(words.en.none_found.replace("{search}", "gold"))).toBeTruthy();
  });

  it("is behind a button on a phone", async () => {
    setScreen({ width: 390 });
    const talking = new FakeChatServer();
    talking.keep();
    const { user } = renderApp("/chat", talking.server);
    await user.click(await screen.findByTestId("sessions-toggle"));
    expect(await screen.findByTestId("session-item")).toBeTruthy();
  });
});

describe("the step that a conversation has reached", () => {
  it("is marked, with what is missing in words", async () => {
    const talking = new FakeChatServer();
    talking.keep();
    renderApp("/chat/s-1", talking.server);
    const rail = await screen.findByTestId("phase-rail");
    const steps = within(rail).getAllByRole("listitem");
    const current = steps.filter((step) => step.getAttribute("aria-current") === "step");
    expect(current.map((step) => step.textContent)).toEqual([
      expect.stringContaining(words.en.phase_pre_strategy),
    ]);
    expect(rail.textContent).toContain("Still needed: market, symbol");
  });
});

describe("a tool call", () => {
  it("opens to what was asked and what came back, and says in words why it failed", async () => {
    const talking = new FakeChatServer();
    const record = { type: "mcp_call", server_label: "strategy", arguments: { family: "x" } };
    talking.keep({
      messages: [
        message({ content: "hello" }),
        message({
          id: "m-2",
          role: "assistant",
          content: "Done.",
          tool_calls: [
            { ...record, id: "a", name: "templates", status: "success", output: '{"ok":true}' },
            {
              ...record,
              id: "b",
              name: "validate_dsl",
              status: "failure",
              output: null,
              error: '{"code":"bad","message":"The rules have no exit."}',
            },
          ],
        }),
      ],
    });
    const { user } = renderApp("/chat/s-1", talking.server);
    await user.click(await screen.findByRole("button", { name: /Look up templates/ }));
    expect(screen.getByTestId("tool-call-detail").textContent).toContain('"ok": true');
    await user.click(screen.getByRole("button", { name: /Check the rules.*Failed/ }));
    expect(screen.getByTestId("tool-call-detail").textContent).toContain("The rules have no exit.");
  });
});
