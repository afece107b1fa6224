import { expect, test } from "vitest";
import { keptDrafts } from "./keptDrafts";

test("what was written in a conversation is there after a reload, and only there", () => {
  keptDrafts(localStorage).set("one", "half a thought");
  const later = keptDrafts(localStorage);
  expect([later.get("one"), later.get("two")]).toEqual(["half a thought", ""]);
  later.set("one", "");
  expect(localStorage.getItem("parley.drafts")).toBeNull();
});

test("what is no draft is not read, and the oldest goes first", () => {
  localStorage.setItem("parley.drafts", '{"one": 1}');
  const drafts = keptDrafts(localStorage);
  for (let at = 0; at < 40; at += 1) drafts.set(`${at}`, "text");
  expect([keptDrafts(localStorage).get("0"), keptDrafts(localStorage).get("39")]).toEqual([
    "",
    "text",
  ]);
});
