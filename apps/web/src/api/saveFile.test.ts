import { afterEach, describe, expect, it, vi } from "vitest";
import { FakeDesk, failure } from "../testing/FakeDesk";
import { apiOf } from "../testing/renderApp";
import { saveFile } from "./saveFile";

const PATH = "/api/v1/backtests/1/html";

/** The names under which the browser was asked to save. */
function savedAs(): string[] {
  const names: string[] = [];
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return names;
}

afterEach(() => vi.restoreAllMocks());

describe("a file of the desk", () => {
  it("is saved under the name that the desk gave it, or under one of the page", async () => {
    const desk = new FakeDesk();
    const names = savedAs();
    const headers = { "content-disposition": 'attachment; filename="backtest-1.html"' };
    desk.answers.set(PATH, new Response("report", { headers }));
    await saveFile(apiOf(desk), PATH);
    desk.answers.set(PATH, new Response("report"));
    await saveFile(apiOf(desk), PATH);
    expect(names).toEqual(["backtest-1.html", "parley-report"]);
  });

  it("is not saved when the desk refuses it", async () => {
    const desk = new FakeDesk();
    const names = savedAs();
    desk.answers.set(PATH, failure(404, "not_found", "There is no such backtest."));
    await expect(saveFile(apiOf(desk), PATH)).rejects.toThrow("There is no such backtest.");
    expect(names).toEqual([]);
  });
});
