import { expect, test } from "vitest";
import { trend } from "../testing";
import { begun, edited, isChanged } from "./draft";
import { asYaml } from "./writing";

const pointer = "/factors/ema_fast/params/period";
const moved = { kind: "number", pointer, value: 12 } as const;

test("a number that is moved changes text and meaning together, and goes back", () => {
  const draft = edited(begun(trend, 2), moved);
  expect(JSON.parse(draft.text)).toEqual(draft.document);
  const back = edited(draft, { kind: "undo" });
  expect(back.document).toEqual(trend);
  expect(edited(back, { kind: "redo" }).text).toBe(draft.text);
});

test("a text that means nothing keeps what was typed and moves no number", () => {
  const draft = edited(begun(trend, 2), { kind: "typed", text: "{ oops" });
  expect(draft.document).toBeNull();
  expect(edited(draft, moved)).toBe(draft);
});

test("YAML has a meaning once the server has read that very text", () => {
  const text = `${asYaml(trend)}# note\n`;
  const typed = edited(begun(trend, 2, "yaml"), { kind: "typed", text });
  expect(typed.document).toBeNull();
  expect(edited(typed, { kind: "read", text: "older", document: trend }).document).toBeNull();
  const read = edited(typed, { kind: "read", text, document: trend });
  expect(edited(read, moved).text).toContain("# note");
});

test("the other format says the same, and what was saved becomes the base", () => {
  const draft = edited(begun(trend, 2), { kind: "format", format: "yaml" });
  expect(draft.text).toBe(asYaml(trend));
  expect(isChanged(draft)).toBe(false);
  const changed = edited(draft, moved);
  expect(isChanged(changed)).toBe(true);
  const saved = edited(changed, { kind: "saved", version: 3 });
  expect([saved.base, saved.text, isChanged(saved)]).toEqual([3, changed.text, false]);
});
