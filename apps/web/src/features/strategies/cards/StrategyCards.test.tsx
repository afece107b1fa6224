import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiProvider } from "../../../api/ApiContext";
import { LanguageProvider } from "../../../i18n/LanguageContext";
import { type FakeServer, failure } from "../../../testing/FakeServer";
import { apiOf } from "../../../testing/renderApp";
import { bad, serverWithStrategy, good, trend } from "../testing";
import StrategyCardView from "./StrategyCardView";
import StrategyRefCard from "./StrategyRefCard";

const CONFIRM = "/api/v1/strategies/confirm";
const VALIDATE = "/api/v1/strategies/validate";
const conversation = (runtime: object, phase = "strategy") => ({
  session_id: "c1",
  phase,
  artifacts: { strategy: { profile: {}, runtime } },
});

function draw(server: FakeServer, isOpen: boolean, strategyId: string | null = "s1") {
  const onSay = vi.fn<(message: string) => void>();
  render(
    <ApiProvider api={apiOf(server)}>
      <LanguageProvider storage={localStorage}>
        <StrategyCardView
          card={{ type: "strategy_card", dsl_json: trend, strategy_id: strategyId, version: null }}
          isOpen={isOpen}
          onSay={onSay}
          sessionId="c1"
        />
      </LanguageProvider>
    </ApiProvider>,
  );
  return { onSay, user: userEvent.setup() };
}

function unconfirmed(): FakeServer {
  const server = serverWithStrategy();
  server.answers.set("/api/v1/sessions/c1", conversation({}));
  return server;
}

describe("the card of a strategy", () => {
  it("leaves the word on stored rules to the conversation", async () => {
    const server = unconfirmed();
    draw(server, true);
    await waitFor(() => expect(server.requests).toContain("GET /api/v1/sessions/c1"));
    await waitFor(() => expect(screen.queryByText("Loading…")).toBeNull());
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
  });

  it("takes the person's word on unsaved rules once, and says what followed", async () => {
    const server = unconfirmed();
    server.answers.set(VALIDATE, good);
    server.answers.set(CONFIRM, {
      strategy_id: "s1",
      version: 2,
      phase: "strategy",
      backtest_job_id: "b1",
      auto_started: true,
      transition: { moved: false, reason: "backtest_not_done" },
    });
    const { user, onSay } = draw(server, true, null);
    await user.dblClick(await screen.findByTestId("strategy-confirm"));
    const note = await screen.findByTestId("strategy-confirmed");
    expect(note.textContent).toContain("Rules confirmed (version 2)");
    expect(note.textContent).toContain("Backtest started.");
    expect(note.textContent).toContain("comes after the backtest");
    expect(server.requests.filter((each) => each === `POST ${CONFIRM}`)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Continue" }));
    expect(onSay).toHaveBeenCalledOnce();
  });

  it("shows why the server refused, and lets the person try again", async () => {
    const server = unconfirmed();
    server.answers.set(VALIDATE, good);
    const { user } = draw(server, true, null);
    const button = await screen.findByTestId("strategy-confirm");
    server.nextAnswer = failure(400, "breaks_constraints", "You ruled out leverage.");
    await user.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain("You ruled out leverage.");
    expect(screen.getByTestId<HTMLButtonElement>("strategy-confirm").disabled).toBe(false);
  });

  it("does not ask again for a word that was given on these very rules", async () => {
    const server = serverWithStrategy();
    server.answers.set("/api/v1/sessions/c1", conversation({ confirmed_hash: "hash-2" }));
    draw(server, true);
    expect(await screen.findByText("Confirmed")).toBeTruthy();
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
  });

  it("asks nothing in an older answer, or when the conversation is over", async () => {
    draw(unconfirmed(), false);
    await screen.findByText("Entry");
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
    const over = serverWithStrategy();
    over.answers.set("/api/v1/sessions/c1", conversation({}, "completed"));
    draw(over, true);
    await waitFor(() => expect(over.requests).toContain("GET /api/v1/sessions/c1"));
    await waitFor(() => expect(screen.queryByText("Loading…")).toBeNull());
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
  });

  it("shows rules that are not saved in sentences, and says so", async () => {
    const server = unconfirmed();
    server.answers.set(VALIDATE, good);
    draw(server, true, null);
    expect(await screen.findByTestId("strategy-confirm")).toBeTruthy();
    expect(screen.getByText("Not saved")).toBeTruthy();
    expect(screen.getByTestId("strategy-sentences").textContent).toContain(
      "Buy when EMA(10) crosses above EMA(30).",
    );
    expect(screen.getByTestId("strategy-dsl-toggle")).toBeTruthy();
  });

  it("says what is wrong with rules that are none, and asks for no word on them", async () => {
    const server = unconfirmed();
    server.answers.set(VALIDATE, bad);
    draw(server, true, null);
    expect((await screen.findByTestId("strategy-problem")).textContent).toContain("Remove it.");
    expect(screen.queryByTestId("strategy-sentences")).toBeNull();
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
  });
});

describe("the card of a draft", () => {
  it("shows the rules that the server kept, and offers to save them in the conversation", async () => {
    const server = unconfirmed();
    server.answers.set("/api/v1/strategies/drafts/d1", {
      strategy_draft_id: "d1",
      document: trend,
    });
    server.answers.set(VALIDATE, good);
    const onSay = drawDraft(server);
    const rules = await screen.findByTestId("strategy-sentences");
    expect(rules.textContent).toContain("The stop costs 1% of the equity.");
    await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
    expect(onSay).toHaveBeenCalledWith("Please save this draft.");
  });

  it("says so when the draft is not there", async () => {
    drawDraft(unconfirmed());
    expect((await screen.findByRole("alert")).textContent).toContain("No such address.");
  });
});

function drawDraft(server: FakeServer) {
  const onSay = vi.fn<(message: string) => void>();
  render(
    <ApiProvider api={apiOf(server)}>
      <LanguageProvider storage={localStorage}>
        <StrategyRefCard
          card={{ type: "strategy_ref", strategy_draft_id: "d1" }}
          isOpen
          onSay={onSay}
          sessionId="c1"
        />
      </LanguageProvider>
    </ApiProvider>,
  );
  return onSay;
}
