import { describe, expect, it } from "vitest";
import type { ServerEvent } from "../../api/eventStream";
import { answer, doneEvent, startEvent, event } from "./testing/events";
import { begun, found, heard, type Turn } from "./turn";

const after = (turn: Turn, events: readonly ServerEvent[]) => events.reduce(heard, turn);

const choice = {
  type: "choice_prompt" as const,
  choice_id: "target_market",
  question: "Which market?",
  options: [{ id: "cn_stocks", label: "China A-shares" }],
};

const mcp = (id: number, kind: string, item_id: string, more = {}) =>
  event(id, {
    type: "mcp_event",
    openai_type: `response.mcp_call${kind}`,
    payload: { item_id, ...more },
  });

describe("a turn", () => {
  it("collects text, cards and the step in the order they arrive", () => {
    const turn = after(begun(null, "hello"), [
      startEvent(1),
      event(3, { type: "text_delta", delta: "Which " }),
      event(5, { type: "text_delta", delta: "market?" }),
      event(8, { type: "genui", payload: choice }),
      event(9, { type: "phase_change", from_phase: "kyc", to_phase: "pre_strategy" }),
    ]);
    expect(turn).toMatchObject({
      sessionId: "s-1",
      turnId: "t-1",
      message: "hello",
      text: "Which market?",
      cards: [choice],
      phase: "pre_strategy",
      seen: 9,
      done: null,
    });
  });

  it("takes an event that comes twice once", () => {
    const delta = event(2, { type: "text_delta", delta: "once" });
    expect(after(begun(null, "hello"), [startEvent(1), delta, delta, startEvent(1)]).text).toBe(
      "once",
    );
  });

  it("is the same whether it was heard at once or found again in the middle", () => {
    const events = answer("All of it.");
    const whole = after(begun("s-1", "hello"), events);
    const again = after(found("s-1", "t-1"), [...events.slice(0, 2), ...events]);
    expect(again).toEqual({ ...whole, message: null });
  });

  it("ends with its last event: what comes behind changes nothing", () => {
    const ended = after(begun(null, "hello"), answer("Enough."));
    expect(heard(ended, event(99, { type: "text_delta", delta: " More." }))).toBe(ended);
  });

  it("keeps what was said when it breaks, with the reason", () => {
    const turn = after(begun(null, "hello"), [
      startEvent(1),
      event(2, { type: "text_delta", delta: "Half an ans" }),
      doneEvent(3, { stream_error: "The answer took too long." }),
    ]);
    expect(turn.text).toBe("Half an ans");
    expect(turn.done?.stream_error).toBe("The answer took too long.");
  });

  it("that was stopped is over without an error", () => {
    const turn = after(begun(null, "hello"), [
      startEvent(1),
      event(2, { type: "text_delta", delta: "Half (Stopped.)" }),
      doneEvent(3),
    ]);
    expect(turn).toMatchObject({ text: "Half (Stopped.)", done: { stream_error: null } });
  });

  it("follows each tool call from its arguments to its end", () => {
    const turn = after(begun(null, "hello"), [
      startEvent(1),
      mcp(2, "_arguments.done", "a", { arguments: '{"symbol":"DEMO1.SZ"}' }),
      mcp(3, ".in_progress", "a"),
      mcp(4, ".in_progress", "b"),
      mcp(5, ".completed", "a"),
      mcp(6, ".failed", "b"),
    ]);
    expect(turn.tools).toMatchObject([
      { id: "a", status: "success", arguments: { symbol: "DEMO1.SZ" } },
      { id: "b", status: "failure" },
    ]);
  });
});
