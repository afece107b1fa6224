import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { DOCUMENT } from "../testing/document";
import { detailOf, RESULT } from "../testing/research";

const SESSION = "/api/v1/coordinator/research/sessions/s-1";
const GROUNDING = {
  numbers: 9,
  bound: 7,
  claims: 3,
  supported: 2,
  removed: 1,
  violations: [
    {
      kind: "unsupported_event",
      number: "",
      row: null,
      sentence: "The CFO was arrested.",
      expected: "cite a document",
    },
  ],
  opinions: ["The company is well run."],
};

function serverWith(debated: unknown, judged: unknown, engine = "llm"): FakeServer {
  const server = new FakeServer();
  const result = {
    ...RESULT,
    debate_outcome: { ...RESULT.debate_outcome, engine, grounding: debated },
    verdict: { ...RESULT.verdict, engine, grounding: judged },
  };
  server.answers.set(SESSION, detailOf({ result }));
  server.answers.set(`${SESSION}/document`, DOCUMENT);
  return server;
}

async function groundings(): Promise<HTMLElement[]> {
  await screen.findByTestId("research-verdict");
  return screen.getAllByTestId("grounding");
}

describe("the grounding of the debate and of the verdict", () => {
  beforeEach(() => localStorage.clear());

  it("says how much of the verdict rows bear out, and what was removed", async () => {
    const { user } = renderApp("/research/s-1", serverWith(null, GROUNDING));
    const verdict = within(await screen.findByTestId("research-verdict"));
    expect(verdict.getByText("7 of 9 numbers sourced")).toBeTruthy();
    expect(verdict.getByText("2 of 3 claims supported")).toBeTruthy();
    expect(verdict.getByText("Sentences removed: 1")).toBeTruthy();
    await user.click(verdict.getByRole("button", { name: "Unverified: 1" }));
    expect(verdict.getByText("unsupported event: The CFO was arrested.")).toBeTruthy();
  });

  it("lists the opinions of the debate when they are asked for", async () => {
    const { user } = renderApp("/research/s-1", serverWith(GROUNDING, null));
    const [, debate] = await groundings();
    await user.click(within(debate!).getByRole("button", { name: "Opinions: 1" }));
    expect(within(debate!).getByText("The company is well run.")).toBeTruthy();
  });

  it("calls no sentence of the rules an opinion", async () => {
    renderApp("/research/s-1", serverWith(GROUNDING, GROUNDING, "rules"));
    await groundings();
    expect(screen.queryByRole("button", { name: "Opinions: 1" })).toBeNull();
  });

  it("is said in Chinese without a word of the checker's own", async () => {
    localStorage.setItem("parley.language", "zh");
    const { user } = renderApp("/research/s-1", serverWith(GROUNDING, null));
    const [, debate] = await groundings();
    expect(within(debate!).getByText("7 / 9 个数字有来源")).toBeTruthy();
    await user.click(within(debate!).getByRole("button", { name: "1 处未通过核对" }));
    expect(debate!.textContent).toContain("事件无出处：");
    expect(debate!.textContent).not.toContain("cite a document");
  });

  it("is left out where nothing was held to rows", async () => {
    renderApp("/research/s-1", serverWith(null, null));
    expect((await groundings()).length).toBe(1);
  });
});
