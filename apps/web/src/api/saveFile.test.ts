import { afterEach, describe, expect, it, vi } from "vitest";
import { FakeServer, failure } from "../testing/FakeServer";
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

describe("a file of the server", () => {
  it("is saved under the name that the server gave it, or under one of the page", async () => {
    const server = new FakeServer();
    const names = savedAs();
    const headers = { "content-disposition": 'attachment; filename="backtest-1.html"' };
    server.answers.set(PATH, new Response("report", { headers }));
    await saveFile(apiOf(server), PATH);
    server.answers.set(PATH, new Response("report"));
    await saveFile(apiOf(server), PATH);
    expect(names).toEqual(["backtest-1.html", "parley-report"]);
  });

  it("is not saved when the server refuses it", async () => {
    const server = new FakeServer();
    const names = savedAs();
    server.answers.set(PATH, failure(404, "not_found", "There is no such backtest."));
    await expect(saveFile(apiOf(server), PATH)).rejects.toThrow("There is no such backtest.");
    expect(names).toEqual([]);
  });
});
