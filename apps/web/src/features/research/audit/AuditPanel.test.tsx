import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { detailOf } from "../testing/research";
import { auditWords } from "./auditWords";
import type { Audit } from "./useAudit";

const SESSION = "/api/v1/coordinator/research/sessions/s-1";
const AUDITS = "/api/v1/audits";
const say = auditWords.en;

const VERDICT = {
  subject: "verdict",
  label: "Verdict",
  before: 0.6,
  after: 0.5,
  state: "followed" as const,
  state_label: "followed",
  reason: "Moved the way the experts did.",
};

const DONE: Audit = {
  id: "a-1",
  symbol: "DEMO1.SZ",
  day: "2025-12-31",
  status: "succeeded",
  progress: 1,
  error: null,
  created_at: "2026-01-05T12:00:00Z",
  report: {
    symbol: "DEMO1.SZ",
    is_demo: true,
    day: "2025-12-31",
    language: "en",
    engine: "rules",
    action: "BUY",
    probability: 0.6,
    experts: [],
    worlds: [
      {
        kind: "earnings_flipped",
        expert: null,
        title: "Earnings sign flipped",
        verdict: VERDICT,
        experts: [],
      },
    ],
    memory: {
      outcome: "memory",
      outcome_label: "Answers look remembered",
      flagged: true,
      suspicions: ["names_matter"],
      name_effect: 0.6,
      turned: 2,
      deaf: 2,
      judge: "unknown",
      reasons: ["Answers changed when only names and dates did."],
    },
    followed: 1,
    not_followed: 0,
    unknown: 0,
  },
};

function opened(audits: Audit[]) {
  const server = new FakeServer();
  server.answers.set(SESSION, detailOf({}));
  server.answers.set(AUDITS, { audits });
  return renderApp("/research/s-1", server);
}

describe("the counterfactual audit of a session", () => {
  it("is offered where there is none yet", async () => {
    const { user } = opened([]);
    await user.click(await screen.findByText(say.title));
    expect(await screen.findByText(say.none)).toBeTruthy();
    expect(screen.getByRole("button", { name: say.run })).toBeTruthy();
  });

  it("says whether answers look remembered, and whether the verdict followed each change", async () => {
    const { user } = opened([DONE]);
    await user.click(await screen.findByText(say.title));
    expect(await screen.findByText("Answers look remembered")).toBeTruthy();
    const row = (await screen.findByText("Earnings sign flipped")).closest("tr");
    expect(row?.textContent).toContain("0.6 → 0.5");
    expect(row?.textContent).toContain("Moved the way the experts did.");
    expect(screen.getByRole("button", { name: say.again })).toBeTruthy();
  });
});
