import { expect, it } from "vitest";
import type { GenUi } from "../../cards";
import type { Entry } from "./entries";
import { aboutOf } from "./prompts";

function prompt(about: string | null): GenUi {
  const options = [{ id: "true", label: "Confirm this strategy", subtitle: null }];
  return { type: "choice_prompt", choice_id: "strategy_confirmed", question: "?", options, about };
}

function answer(id: string, ...cards: GenUi[]): Entry {
  return {
    by: "assistant",
    id,
    text: "",
    tools: [],
    cards,
    usage: null,
    isLive: false,
    failure: null,
  };
}

it("tells which rules the newest question in view is about", () => {
  const entries = [answer("1", prompt("hash-1")), answer("2", prompt("hash-2"))];
  expect(aboutOf(entries)).toBe("hash-2");
});

it("says nothing of rules where the newest answer asks about none", () => {
  expect(aboutOf([])).toBeNull();
  expect(aboutOf([answer("1", prompt("hash-1")), answer("2", prompt(null))])).toBeNull();
});
