import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { failure, FakeServer } from "../../../testing/FakeServer";
import { renderApp } from "../../../testing/renderApp";
import { offerOf } from "../testing";
import type { DataImport, Guess } from "./model";
import { words } from "./words";

const say = words.en;
const ADDRESS = "/api/v1/data/imports/one";

const GUESS: Guess = {
  what: "symbol",
  key: "symbol",
  value: "BB",
  why: "from the file's name",
  alternatives: [],
  asks: false,
  offers: false,
  is_answered: false,
  file: "BB.csv",
  symbols: ["BB"],
};
const DECIMAL: Guess = {
  ...GUESS,
  what: "decimal",
  key: "decimal",
  value: "comma",
  why: "37,780 could be either",
  alternatives: ["point"],
  asks: true,
};
const FOUND: DataImport = {
  import_id: "one",
  origin: "upload",
  status: "staged",
  names: ["BB.csv"],
  symbols: [],
  questions: 1,
  stored: null,
  can_undo: false,
  created_at: "2026-11-17T10:00:00Z",
  confirmed_at: null,
  job_id: null,
  error: null,
  files: [{ name: "BB.csv", kind: "bars", rows: 3, notes: [], error_code: null, error: null }],
  instruments: [
    {
      symbol: "BB",
      kind: "bars",
      timeframe: "1d",
      source: "import",
      file: "BB.csv",
      rows: 2,
      refused: 1,
      first: "2024-03-04T00:00:00Z",
      last: "2024-03-05T00:00:00Z",
    },
  ],
  guesses: [DECIMAL, GUESS],
  problems: [
    { file: "BB.csv", symbol: "BB", line: 4, count: 1, problem: "the close is not a number" },
  ],
  preview: [
    {
      file: "BB.csv",
      symbol: "BB",
      time: "2024-03-04T00:00:00Z",
      open: 37.78,
      high: 37.79,
      low: 37.77,
      close: 37.78,
      volume: 400,
      what: null,
      text: null,
    },
  ],
  left_off: 0,
  answers: {},
};
const ANSWERED: DataImport = {
  ...FOUND,
  questions: 0,
  guesses: [{ ...DECIMAL, asks: false, is_answered: true }, GUESS],
  answers: { decimal: "comma" },
};
const STORED: DataImport = {
  ...ANSWERED,
  status: "stored",
  symbols: ["BB"],
  stored: { instruments: 1, bars: 2, rows: 0 },
  can_undo: true,
};

function shown(found: DataImport) {
  const server = new FakeServer();
  server.answers.set(ADDRESS, found);
  server.answers.set(`${ADDRESS}/confirm`, STORED);
  return { ...renderApp("/data/imports/one", server) };
}

describe("the page of an import", () => {
  it("shows questions with the proposed answer, the reason, problems by line and the first rows", async () => {
    shown(FOUND);
    const decimal = await screen.findByLabelText(say.what_decimal);
    expect((decimal as HTMLSelectElement).value).toBe("comma");
    expect(within(decimal).getByText(/\(proposed\)/)).toBeTruthy();
    expect(screen.getByText("37,780 could be either")).toBeTruthy();
    expect(screen.getByText("BB.csv, line 4: the close is not a number")).toBeTruthy();
    const rows = screen.getByRole("region", { name: say.preview_table });
    expect(within(rows).getAllByText("37.78")).toHaveLength(2);
  });

  it("confirms only when every question is answered", async () => {
    const { server, user } = shown(FOUND);
    const confirm = await screen.findByRole("button", { name: say.confirm });
    expect((confirm as HTMLButtonElement).disabled).toBe(true);
    server.answers.set(ADDRESS, ANSWERED);
    await user.click(screen.getByRole("button", { name: say.accept }));
    await waitFor(() => expect((confirm as HTMLButtonElement).disabled).toBe(false));
    expect(server.requests).toContain(`PATCH ${ADDRESS}`);
    await user.click(screen.getByRole("button", { name: say.confirm }));
    const link = await screen.findByRole("link", { name: "Research BB" });
    expect(link.getAttribute("href")).toBe("/research?symbol=BB");
  });

  it("offers the unit of statements with its alternatives", async () => {
    const unit = { ...GUESS, what: "unit:thousands", key: "unit:thousands", value: "thousands" };
    const guesses = [{ ...unit, why: "by the heading", alternatives: ["ones", "millions"] }];
    const { server, user } = shown({ ...ANSWERED, guesses });
    const field = await screen.findByLabelText(say.what_unit);
    expect(within(field).getByText(say.unit_thousands)).toBeTruthy();
    await user.selectOptions(field, say.unit_millions);
    await waitFor(() => expect(server.requests).toContain(`PATCH ${ADDRESS}`));
  });

  it("asks before it undoes, and says why it cannot", async () => {
    const { server, user } = shown(STORED);
    await user.click(await screen.findByRole("button", { name: say.undo }));
    const dialogs = screen.getAllByRole("dialog", { hidden: true });
    const dialog = dialogs.find((each) => each.dataset.testid !== "notices")!;
    const said = "Other data of BB came since.";
    server.answers.set(`${ADDRESS}/undo`, failure(409, "import_changed", said));
    await user.click(within(dialog).getByRole("button", { name: say.undo, hidden: true }));
    expect(await within(dialog).findByText(said)).toBeTruthy();
  });

  it("says what the server refused of an answer, and keeps what was shown", async () => {
    const { server, user } = shown(ANSWERED);
    const symbol = await screen.findByLabelText(say.what_symbol);
    await user.clear(symbol);
    await user.type(symbol, "!!!");
    server.answers.set(ADDRESS, failure(400, "bad_symbol", "That is not a symbol."));
    await user.click(screen.getByRole("button", { name: say.apply }));
    expect((await screen.findByRole("alert")).textContent).toContain("That is not a symbol.");
    expect(screen.getByRole("region", { name: say.preview_table })).toBeTruthy();
  });
});

describe("the link to research", () => {
  it("names the last day with data where the imported bars end long ago", async () => {
    const server = new FakeServer();
    server.answers.set(ADDRESS, STORED);
    const old = { symbol: "BB", has_data: true, last_day: "2024-03-05", is_stale: true };
    server.answers.set("/api/v1/data/offers", offerOf(old));
    renderApp("/data/imports/one", server);
    const link = await screen.findByRole("link", { name: "Research BB as of Mar 5, 2024" });
    expect(link.getAttribute("href")).toBe("/research?symbol=BB&date=2024-03-05");
  });
});

describe("the drop area", () => {
  it("takes a file that is dropped anywhere on the page", async () => {
    const server = new FakeServer();
    server.answers.set("/api/v1/data/imports", { ...FOUND, imports: [] });
    server.answers.set(ADDRESS, FOUND);
    renderApp("/data", server);
    await screen.findByTestId("drop-area");
    const files = [new File(["date"], "BB.csv", { type: "text/csv" })];
    fireEvent.drop(screen.getByRole("main"), { dataTransfer: { files, types: ["Files"] } });
    expect(await screen.findByRole("heading", { level: 1, name: "Import BB.csv" })).toBeTruthy();
  });

  it("leaves alone what is dragged and is no file", async () => {
    renderApp("/data");
    await screen.findByTestId("drop-area");
    const isFree = fireEvent.dragOver(screen.getByRole("main"), {
      dataTransfer: { files: [], types: ["text/plain"] },
    });
    expect(isFree).toBe(true);
  });

  it("sends the chosen files and goes to what they hold", async () => {
    const server = new FakeServer();
    server.answers.set("/api/v1/data/imports", { ...FOUND, imports: [] });
    server.answers.set(ADDRESS, FOUND);
    const { user } = renderApp("/data", server);
    const input = await screen.findByLabelText(say.choose);
    await user.upload(input, new File(["date"], "BB.csv", { type: "text/csv" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Import BB.csv" })).toBeTruthy();
    expect(server.requests).toContain("POST /api/v1/data/imports");
  });
});
