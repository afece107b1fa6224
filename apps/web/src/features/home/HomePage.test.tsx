import { screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { pathOf } from "../../charts/Sparkline";
import { FakeServer } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import type { Call } from "../calls/types";
import type { ResearchSession } from "../research/experts";
import { settledFirst } from "./CallsCard";
import { newestOf } from "./ResearchCard";
import { mayNameInstrument } from "./typed";

vi.mock("../../charts/workbench/SymbolWorkbench", () => ({ default: () => null }));
vi.mock("../../charts/workbench/Workbench", () => ({ default: () => null }));
vi.mock("../../charts/CurveChart", () => ({ default: () => null }));

const SEEN = {
  symbol: "DEMO5",
  name_en: "Demo Oakgrove",
  name_zh: "",
  currency: "USD",
  is_demo: true,
  last_day: "2026-11-18",
  close: 80.26,
  change: -0.0129,
  closes: [81, 80.26],
};
const FEW = { status: "not_enough_calls", settled: 2, needed: 30 };
const SCORES = {
  book: "live",
  tally: { entries: 3, open: 1, settled: 2, unsettleable: 0, no_call: 0 },
  overall: FEW,
  left_out: 0,
};

let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  server.answers.set("/api/v1/data/glance", { as_of: "2026-11-19T08:00:00Z", instruments: [SEEN] });
  server.answers.set("/api/v1/calls/scores", SCORES);
});

describe("the first page", () => {
  it("shows the last close, the change of the day and the day of the newest bar", async () => {
    renderApp("/", server);
    const tile = await screen.findByTestId("market-tile");
    expect(tile.textContent).toContain("80.26");
    expect(tile.textContent).toContain("-1.29%");
    expect(tile.getAttribute("href")).toBe("/data/DEMO5");
    expect(screen.getByText(/Latest daily bar: Nov 18, 2026/)).toBeTruthy();
    expect(screen.getByText("Demo data")).toBeTruthy();
  });

  it("says that there are no prices yet, and offers nothing that needs them", async () => {
    server.answers.set("/api/v1/data/glance", { as_of: "2026-11-19T08:00:00Z", instruments: [] });
    renderApp("/", server);
    expect((await screen.findAllByText(/No prices yet/)).length).toBeGreaterThan(0);
    expect(screen.queryByTestId("home-research-start")).toBeNull();
  });

  it("shows no score for too few settled calls, and says why", async () => {
    renderApp("/", server);
    expect(await screen.findByText("2 of 30 settled")).toBeTruthy();
    expect(screen.getByText(/say nothing about skill/)).toBeTruthy();
  });

  it("researches a demo company in one press, as of its last day where the bars are old", async () => {
    const offer = { symbol: "DEMO5", has_data: true, is_stale: true, last_day: "2026-11-18" };
    server.answers.set("/api/v1/data/offers", { ...offer, sources: [] });
    const { user } = renderApp("/", server);
    await user.click(await screen.findByTestId("home-research-start"));
    await waitFor(() => expect(server.posted.get("/api/v1/coordinator/research")).toBeTruthy());
    expect(server.posted.get("/api/v1/coordinator/research")).toMatchObject({
      symbol: "DEMO5",
      analysis_date: "2026-11-18",
    });
  });
});

describe("the one input", () => {
  it("leads a ticker to its page", async () => {
    server.answers.set("/api/v1/data/offers", { symbol: "DEMO5", has_data: true, sources: [] });
    const { user } = renderApp("/", server);
    await user.type(await screen.findByTestId("ask-anything"), "demo5{Enter}");
    await waitFor(() => expect(window.location.pathname).toBe("/data/DEMO5"));
  });

  it("asks which one is meant where several are", async () => {
    const candidates = [
      { symbol: "AAA", name_en: "One", name_zh: "" },
      { symbol: "BBB", name_en: "Two", name_zh: "" },
    ];
    const error = {
      code: "ambiguous_instrument",
      message: "",
      details: { query: "a", candidates },
    };
    server.answers.set("/api/v1/data/offers", Response.json({ error }, { status: 409 }));
    const { user } = renderApp("/", server);
    await user.type(await screen.findByTestId("ask-anything"), "alpha{Enter}");
    await user.click(await screen.findByRole("button", { name: /BBB/ }));
    expect(window.location.pathname).toBe("/data/BBB");
  });

  it("takes a question to a conversation, without asking for an instrument", async () => {
    const { user } = renderApp("/", server);
    await user.type(await screen.findByTestId("ask-anything"), "What is a stop loss?{Enter}");
    await waitFor(() => expect(window.location.pathname).toMatch(/^\/chat/));
    expect(server.requests).not.toContain("GET /api/v1/data/offers");
  });

  it("knows names from sentences", () => {
    const names = ["AAPL", "600519.SH", "Kweichow Moutai", "\u8305\u53f0"];
    expect(names.map(mayNameInstrument)).toEqual([true, true, true, true]);
    const sentences = ["buy when RSI is low", "Why?", "  ", "RSI < 30", "a b c d e f"];
    expect(sentences.map(mayNameInstrument).some(Boolean)).toBe(false);
  });
});

describe("what is shown first", () => {
  it("is the newest research that came to something, or is on its way", () => {
    const all = ["failed", "running", "completed"].map((status) => ({ status }));
    expect(newestOf(all as ResearchSession[])?.status).toBe("running");
    expect(newestOf([])).toBeUndefined();
  });

  it("are the calls that have settled", () => {
    const calls = ["waiting", "settled"].map((state) => ({ state })) as Call[];
    expect(settledFirst(calls).map(({ state }) => state)).toEqual(["settled", "waiting"]);
  });

  it("is a line from edge to edge, in the middle where nothing moved", () => {
    expect(pathOf([1, 1])).toBe("M0.0 18.0L120.0 18.0");
    expect(pathOf([0, 1])).toBe("M0.0 34.0L120.0 2.0");
  });
});
