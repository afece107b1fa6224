import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiProvider } from "../../../api/ApiContext";
import { LanguageProvider } from "../../../i18n/LanguageContext";
import { type FakeDesk, failure } from "../../../testing/FakeDesk";
import { apiOf } from "../../../testing/renderApp";
import { bad, deskWithStrategy, good, trend } from "../testing";
import StrategyCardView from "./StrategyCardView";
import StrategyRefCard from "./StrategyRefCard";

const CONFIRM = "/api/v1/strategies/confirm";
const VALIDATE = "/api/v1/strategies/validate";
const conversation = (runtime: object, phase = "strategy") => ({
  session_id: "c1",
  phase,
  artifacts: { strategy: { profile: {}, runtime } },
});

function draw(desk: FakeDesk, isOpen: boolean, strategyId: string | null = "s1") {
  const onSay = vi.fn<(message: string) => void>();
  render(
    <ApiProvider api={apiOf(desk)}>
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

function unconfirmed(): FakeDesk {
  const desk = deskWithStrategy();
  desk.answers.set("/api/v1/sessions/c1", conversation({}));
  return desk;
}

describe("the card of a strategy", () => {
  it("takes the person's word once, and says what followed", async () => {
    const desk = unconfirmed();
    desk.answers.set(CONFIRM, {
      strategy_id: "s1",
      version: 2,
      phase: "strategy",
      backtest_job_id: "b1",
      auto_started: true,
      transition: { moved: false, reason: "backtest_not_done" },
    });
    const { user, onSay } = draw(desk, true);
    await user.dblClick(await screen.findByTestId("strategy-confirm"));
    const note = await screen.findByTestId("strategy-confirmed");
    expect(note.textContent).toContain("stored as version 2");
    expect(note.textContent).toContain("The backtest has started.");
    expect(note.textContent).toContain("not moved on to the stress test");
    expect(desk.requests.filter((each) => each === `POST ${CONFIRM}`)).toHaveLength(1);
    await user.click(screen.getByRole("button", { name: "Tell the desk and go on" }));
    expect(onSay).toHaveBeenCalledOnce();
  });

  it("shows why the desk refused, and lets the person try again", async () => {
    const desk = unconfirmed();
    const { user } = draw(desk, true);
    const button = await screen.findByTestId("strategy-confirm");
    desk.nextAnswer = failure(400, "breaks_constraints", "You ruled out leverage.");
    await user.click(button);
    expect((await screen.findByRole("alert")).textContent).toContain("You ruled out leverage.");
    expect(screen.getByTestId<HTMLButtonElement>("strategy-confirm").disabled).toBe(false);
  });

  it("does not ask again for a word that was given on these very rules", async () => {
    const desk = deskWithStrategy();
    desk.answers.set("/api/v1/sessions/c1", conversation({ confirmed_hash: "hash-2" }));
    draw(desk, true);
    expect(await screen.findByText("You confirmed it")).toBeTruthy();
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
  });

  it("asks nothing in an older answer, or when the conversation is over", async () => {
    draw(unconfirmed(), false);
    await screen.findByText("When it enters");
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
    const over = deskWithStrategy();
    over.answers.set("/api/v1/sessions/c1", conversation({}, "completed"));
    draw(over, true);
    await waitFor(() => expect(over.requests).toContain("GET /api/v1/sessions/c1"));
    await waitFor(() => expect(screen.queryByText("Loading…")).toBeNull());
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
  });

  it("tells rules that are not saved in sentences, and says so", async () => {
    const desk = unconfirmed();
    desk.answers.set(VALIDATE, good);
    draw(desk, true, null);
    expect(await screen.findByTestId("strategy-confirm")).toBeTruthy();
    expect(screen.getByText("Not saved")).toBeTruthy();
    expect(screen.getByTestId("strategy-sentences").textContent).toContain(
      "Buy when ema_fast crosses above ema_slow.",
    );
    expect(screen.getByTestId("strategy-dsl-toggle")).toBeTruthy();
  });

  it("says what is wrong with rules that are none, and asks for no word on them", async () => {
    const desk = unconfirmed();
    desk.answers.set(VALIDATE, bad);
    draw(desk, true, null);
    expect((await screen.findByTestId("strategy-problem")).textContent).toContain("Remove it.");
    expect(screen.queryByTestId("strategy-sentences")).toBeNull();
    expect(screen.queryByTestId("strategy-confirm")).toBeNull();
  });
});

describe("the card of a draft", () => {
  it("tells the rules that the desk kept, and offers to save them in the conversation", async () => {
    const desk = unconfirmed();
    desk.answers.set("/api/v1/strategies/drafts/d1", { strategy_draft_id: "d1", document: trend });
    desk.answers.set(VALIDATE, good);
    const onSay = drawDraft(desk);
    const rules = await screen.findByTestId("strategy-sentences");
    expect(rules.textContent).toContain("The stop costs 1% of the equity.");
    await userEvent.click(screen.getByRole("button", { name: "Save this draft" }));
    expect(onSay).toHaveBeenCalledWith("Please save this draft.");
  });

  it("says so when the draft is not there", async () => {
    drawDraft(unconfirmed());
    expect((await screen.findByRole("alert")).textContent).toContain("No such address.");
  });
});

function drawDraft(desk: FakeDesk) {
  const onSay = vi.fn<(message: string) => void>();
  render(
    <ApiProvider api={apiOf(desk)}>
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
