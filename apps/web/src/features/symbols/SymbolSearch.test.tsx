import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiProvider } from "../../api/ApiContext";
import { LanguageProvider } from "../../i18n/LanguageContext";
import { failure, FakeServer } from "../../testing/FakeServer";
import { apiOf } from "../../testing/renderApp";
import type { Instrument } from "./instrument";
import { SymbolSearch } from "./SymbolSearch";
import { words } from "./words";

const OAK: Instrument = {
  symbol: "DEMO5",
  name_en: "Demo Oakgrove Software",
  name_zh: "演示橡林软件",
  market: "us_stocks",
  exchange: "XNYS",
  currency: "USD",
  is_demo: true,
  source: "demo",
};
const BANK: Instrument = {
  ...OAK,
  symbol: "DEMO1.SZ",
  name_en: "Demo Galaxy Works",
  market: "cn_stocks",
};

function searching(instruments: Instrument[], server = new FakeServer(), takesNames = false) {
  server.answers.set("/api/v1/data/symbols", { instruments });
  const onPick = vi.fn<(instrument: Instrument) => void>();
  render(
    <ApiProvider api={apiOf(server)}>
      <LanguageProvider storage={localStorage}>
        <SymbolSearch label="Symbol" onPick={onPick} takesNames={takesNames} />
      </LanguageProvider>
    </ApiProvider>,
  );
  const input = screen.getByRole("combobox", { name: "Symbol" });
  return { server, onPick, input, user: userEvent.setup() };
}

describe("the search for symbols", () => {
  it("shows name, market and that it is a demo, and picks with a click", async () => {
    const { user, input, onPick } = searching([OAK]);
    await user.type(input, "oak grove");
    const option = await screen.findByRole("option", { name: /Oakgrove/ });
    expect(option.textContent).toContain(words.en.market_us_stocks);
    expect(option.textContent).toContain(words.en.demo);
    await user.click(option);
    expect(onPick).toHaveBeenCalledExactlyOnceWith(OAK);
    expect(input).toHaveProperty("value", "DEMO5");
  });

  it("moves with the arrows and picks with Enter", async () => {
    const { user, input, onPick } = searching([BANK, OAK]);
    await user.type(input, "demo");
    await screen.findByRole("option", { name: /Oakgrove/ });
    await user.keyboard("{ArrowDown}");
    const active = document.getElementById(input.getAttribute("aria-activedescendant")!);
    expect(active?.textContent).toContain("DEMO5");
    await user.keyboard("{Enter}");
    expect(onPick).toHaveBeenCalledExactlyOnceWith(OAK);
  });

  it("asks once for what was typed at a stretch", async () => {
    const { user, input, server } = searching([OAK]);
    await user.type(input, "demo5");
    await screen.findByRole("option", { name: /Oakgrove/ });
    expect(server.requests.filter((one) => one.endsWith("/symbols"))).toHaveLength(1);
  });

  it("takes a symbol that is not listed as it is typed, even before the answer is there", async () => {
    const { user, input, onPick } = searching([]);
    await user.type(input, "aapl{Enter}");
    await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
    expect(onPick.mock.calls[0]![0]).toMatchObject({ symbol: "AAPL", source: "", is_demo: false });
  });

  it("does not guess when Enter came early and several fit", async () => {
    const { user, input, onPick } = searching([BANK, OAK]);
    await user.type(input, "demo{Enter}");
    await screen.findByRole("option", { name: /Oakgrove/ });
    expect(onPick).not.toHaveBeenCalled();
  });

  it("says what to do when nothing fits and the text can be no symbol", async () => {
    const { user, input } = searching([]);
    await user.type(input, "浦发银行");
    expect(await screen.findByText(words.en.nothing_text)).toBeTruthy();
    expect(screen.queryByRole("option")).toBeNull();
  });

  it("gives a name that nothing stored has to whoever can find out what it means", async () => {
    const { user, input, onPick } = searching([], new FakeServer(), true);
    await user.type(input, "贵州茅台{Enter}");
    await waitFor(() => expect(onPick).toHaveBeenCalledOnce());
    expect(onPick.mock.calls[0]![0]).toMatchObject({ symbol: "贵州茅台", source: "" });
  });

  it("closes with Escape and keeps the text", async () => {
    const { user, input } = searching([OAK]);
    await user.type(input, "oak");
    await screen.findByRole("option", { name: /Oakgrove/ });
    await user.keyboard("{Escape}");
    expect(input.getAttribute("aria-expanded")).toBe("false");
    expect(input).toHaveProperty("value", "oak");
  });

  it("says the server's own words when the search fails", async () => {
    const { user, input, server } = searching([]);
    server.nextAnswer = failure(429, "too_many", "Too many searches.");
    await user.type(input, "oak");
    expect((await screen.findByRole("alert")).textContent).toContain("Too many searches.");
  });
});
