import { describe, expect, it } from "vitest";
import type { AssistantEntry } from "./entries";
import { leadOf } from "./lead";

const VERDICT = "The verdict of the stress lab: revise.";
const LONG = "A reason that takes a while to tell. ".repeat(12).trim();

function entry(change: Partial<AssistantEntry>): AssistantEntry {
  return {
    by: "assistant",
    id: "a-1",
    text: `${VERDICT}\n\n${LONG}\n\n${LONG}`,
    tools: [],
    cards: [{ type: "stress_report", stress_report_id: "r-1" }],
    usage: null,
    isLive: false,
    failure: null,
    ...change,
  };
}

describe("an answer with a result in a card", () => {
  it("begins with what it came to, and folds the rest", () => {
    expect(leadOf(entry({}))).toEqual([VERDICT, `${LONG}\n\n${LONG}`]);
  });

  it("folds nothing that is short, that is still being told, or that has no result", () => {
    const short = `${VERDICT}\n\nA pass is no promise.`;
    expect(leadOf(entry({ text: short }))).toEqual([short, ""]);
    expect(leadOf(entry({ isLive: true }))[1]).toBe("");
    expect(leadOf(entry({ cards: [] }))[1]).toBe("");
  });
});
