import { describe, expect, it } from "vitest";
import { detailOf } from "../testing/research";
import { endedCount, heard, recorded, waitingFor } from "./progress";

const event = (type: string, data: object) => ({ id: 1, type, data });
const stateOf = (progress: ReturnType<typeof recorded>, step: string) =>
  progress.find((each) => each.step === step)?.state;

describe("the progress of a session", () => {
  it("goes from waiting to working to done, and says why somebody failed", () => {
    const events = [
      event("node_started", { node: "technical_analyst_node" }),
      event("node_finished", { node: "technical_analyst_node", status: "succeeded", seconds: 0.7 }),
      event("node_started", { node: "financial_auditor_node" }),
      event("node_finished", {
        node: "financial_auditor_node",
        status: "failed",
        error: "No report was known.",
      }),
      event("node_started", { node: "valuation_modeler_node" }),
    ];
    const progress = events.reduce(heard, waitingFor(detailOf({})));
    expect(progress.slice(0, 4).map(({ state }) => state)).toEqual([
      "done",
      "failed",
      "working",
      "waiting",
    ]);
    expect(progress[1]?.error).toBe("No report was known.");
    expect(endedCount(progress)).toBe(2);
  });

  it("says of an expert whose report is kept that it is kept, also when its node runs through", () => {
    const progress = [
      event("research_started", { kept: ["technical_analyst"] }),
      event("node_started", { node: "technical_analyst_node" }),
      event("node_finished", { node: "technical_analyst_node", status: "succeeded" }),
    ].reduce(heard, waitingFor(detailOf({})));
    expect(stateOf(progress, "technical_analyst")).toBe("kept");
  });

  it("has no debate where none was asked for", () => {
    expect(stateOf(waitingFor(detailOf({ skip_debate: true })), "debate")).toBeUndefined();
  });

  it("is read from the record, where the last attempt counts", () => {
    const node = {
      node: "technical_analyst_node",
      started_at: "2026-11-15T08:00:00Z",
      finished_at: "2026-11-15T08:00:02Z",
      engine: "rules",
    };
    const progress = recorded(
      detailOf({
        nodes: [
          { ...node, attempt: 2, status: "succeeded", error: null },
          { ...node, attempt: 1, status: "failed", error: "Too few bars." },
        ],
      }),
    );
    expect(progress[0]).toMatchObject({ state: "done", seconds: 2, error: null });
  });
});
