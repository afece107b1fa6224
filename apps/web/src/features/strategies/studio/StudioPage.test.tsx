import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { failure } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { bad, good, serverWithStrategy } from "../testing";

const pointer = "/factors/ema_fast/params/period";
const tunables = [{ pointer, kind: "int", value: 10, minimum: 2, maximum: 40, step: 1 }];
const curve = {
  time: ["2024-01-01", "2024-01-02"],
  equity: [1, 2],
  drawdown: [0, 0],
  benchmark: [1, 1],
};
const figures = {
  final_equity: 2,
  total_return: 1,
  cagr: null,
  max_drawdown: 0,
  sharpe: null,
  exposure: 1,
  trades: 3,
  win_rate: 1,
  profit_factor: null,
  benchmark_return: 0,
  benchmark_drawdown: 0,
};
const ran = {
  tickers: ["DEMO1.SZ"],
  timeframe: "1d",
  first: "2024-01-01T00:00:00Z",
  last: "2024-01-02T00:00:00Z",
  is_demo: true,
  trials: 7,
  figures,
  curve,
  notes: [],
};

function server() {
  const made = serverWithStrategy();
  made.answers.set("/api/v1/strategies/validate", { ...good, tunables });
  made.answers.set("/api/v1/backtests/drafts", ran);
  return made;
}

test("a slider changes the text and is backtested at once, and the count is in sight", async () => {
  const { server: desk } = renderApp("/strategies/s1/edit", server());
  const slider = await screen.findByRole("slider", { name: "Period" });
  expect((await screen.findByTestId("studio-trials")).textContent).toContain("Variants tried: 7");
  fireEvent.change(slider, { target: { value: "12" } });
  const text = screen.getByTestId<HTMLTextAreaElement>("definition-editor").value;
  expect(JSON.parse(text).factors.ema_fast.params.period).toBe(12);
  await waitFor(() =>
    expect(desk.posted.get("/api/v1/backtests/drafts")).toMatchObject({
      strategy_id: "s1",
      document: { factors: { ema_fast: { params: { period: 12 } } } },
    }),
  );
  expect(screen.getByTestId("studio-state").textContent).toContain("Unsaved changes");
});

test("a problem stands at its rule and in the text, and what is faulty cannot be saved", async () => {
  const desk = server();
  renderApp("/strategies/s1/edit", desk);
  await screen.findByTestId("instant-figures");
  const problem = { ...bad.problems[0], pointer };
  desk.answers.set("/api/v1/strategies/validate", { ...bad, problems: [problem], tunables: [] });
  const editor = screen.getByTestId<HTMLTextAreaElement>("definition-editor");
  fireEvent.change(editor, { target: { value: editor.value.replace("10", "-1") } });
  const found = await screen.findByTestId("strategy-problem");
  expect(found.closest("[data-testid=rule-block]")?.textContent).toContain("ema_fast");
  await screen.findByText(/✗ Problems: 1/);
  expect(screen.getByTestId<HTMLButtonElement>("studio-save").disabled).toBe(true);
});

test("a version that was saved elsewhere is told, and the edit stays", async () => {
  const desk = server();
  const { user } = renderApp("/strategies/s1/edit", desk);
  fireEvent.change(await screen.findByRole("slider", { name: "Period" }), {
    target: { value: "12" },
  });
  await waitFor(() =>
    expect(screen.getByTestId<HTMLButtonElement>("studio-save").disabled).toBe(false),
  );
  const stale = failure(409, "stale_version", "Another version.");
  const body = { ...(await stale.json()) };
  body.error.details = { expected_version: 2, current_version: 4 };
  desk.nextAnswer = Response.json(body, { status: 409 });
  await user.click(screen.getByTestId("studio-save"));
  const note = await screen.findByTestId("studio-conflict");
  within(note).getByRole("button", { name: "Save mine as version 5" });
  expect(screen.getByTestId<HTMLTextAreaElement>("definition-editor").value).toContain("12");
});

test("an edit that was not saved is there again after a reload", async () => {
  renderApp("/strategies/s1/edit", server());
  fireEvent.change(await screen.findByRole("slider", { name: "Period" }), {
    target: { value: "12" },
  });
  await waitFor(() => expect(localStorage.getItem("parley.studio.s1")).toContain("12"));
});
