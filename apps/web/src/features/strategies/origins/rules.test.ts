import { describe, expect, it } from "vitest";
import { topicOf } from "./rules";

describe("a clause", () => {
  it.each([
    ["/trade/long/entry/order", "long.order"],
    ["/trade/long/entry/condition/all/2", "long.entry"],
    ["/trade/short/exits/3", "short.exit.3"],
    ["/trade/long/position_sizing", "long.size"],
  ])("at %s is said by the sentence %s", (pointer, topic) => {
    expect(topicOf(pointer)).toBe(topic);
  });
});
