import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiProvider } from "../../api/ApiContext";
import { LanguageProvider } from "../../i18n/LanguageContext";
import { failure, FakeServer } from "../../testing/FakeServer";
import { apiOf } from "../../testing/renderApp";
import { MissingData } from "./MissingData";
import { dataOf, type Missing } from "./missing";
import { offerOf } from "./testing";
import { words } from "./words";

const say = words.en;
const VODAFONE = [
  { symbol: "VOD", name_en: "Vodafone ADR", name_zh: "" },
  { symbol: "VOD.L", name_en: "Vodafone", name_zh: "" },
];

function shown(of: Missing) {
  const onChoose = vi.fn<(symbol: string) => void>();
  render(
    <LanguageProvider storage={localStorage}>
      <ApiProvider api={apiOf(new FakeServer())}>
        <MissingData
          of={of}
          action="Fetch and go on"
          onChoose={onChoose}
          onFetched={() => {}}
          onCancel={() => {}}
        />
      </ApiProvider>
    </LanguageProvider>,
  );
  return { onChoose, user: userEvent.setup() };
}

describe("an instrument without data", () => {
  it("can be fetched from sources that are named, and needs no import", () => {
    shown({ kind: "offer", offer: offerOf({}) });
    expect(screen.getByText("It can be fetched now from tiingo.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Fetch and go on" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: say.offer_import })).toBeNull();
  });

  it("that no source can serve says what each needs and offers an import", () => {
    const lacking = { install: null, is_adjusted: false };
    const sources = [
      { name: "tiingo", is_ready: false, settings: ["TIINGO_API_KEY"], ...lacking },
      {
        name: "yfinance",
        is_ready: false,
        settings: [],
        ...lacking,
        install: "make extra NAME=yfinance",
      },
      { name: "stooq", is_ready: true, settings: [], ...lacking, is_adjusted: true },
    ];
    shown({ kind: "offer", offer: offerOf({ can_be_fetched: false, sources }) });
    expect(screen.getByText("tiingo needs TIINGO_API_KEY.")).toBeTruthy();
    expect(screen.getByText("yfinance is not installed: make extra NAME=yfinance")).toBeTruthy();
    expect(screen.getByText(/stooq has adjusted prices only/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Fetch and go on" })).toBeNull();
    expect(screen.getByRole("link", { name: say.offer_import })).toHaveProperty(
      "pathname",
      "/data",
    );
  });

  it("that a text may mean besides another is asked about", async () => {
    const { user, onChoose } = shown({ kind: "several", text: "VOD", choices: VODAFONE });
    await user.click(screen.getByRole("button", { name: /VOD\.L/ }));
    expect(onChoose).toHaveBeenCalledExactlyOnceWith("VOD.L");
  });

  it("that nothing is called by is said in the server's words, with what is spelt nearly so", () => {
    shown({ kind: "none", message: "No instrument goes by it.", choices: VODAFONE.slice(1) });
    expect(screen.getByText("No instrument goes by it.")).toBeTruthy();
    expect(screen.getAllByTestId("instrument-choice")).toHaveLength(1);
    expect(screen.getByRole("link", { name: say.offer_import })).toBeTruthy();
  });
});

describe("whether there are data", () => {
  it("is a symbol, an offer or a question, and any other failure is thrown", async () => {
    const server = new FakeServer();
    const api = apiOf(server);
    const answers = [
      Response.json(offerOf({ has_data: true })),
      Response.json(offerOf({})),
      failure(409, "ambiguous_instrument", "Which?"),
      failure(500, "internal_error", "A fault."),
    ];
    const told: unknown[] = [];
    for (const answer of answers) {
      server.nextAnswer = answer;
      told.push(await dataOf(api, { query: "ZQXA" }).catch(String));
    }
    expect(told).toEqual([
      "ZQXA",
      { kind: "offer", offer: offerOf({}) },
      { kind: "several", text: "", choices: [] },
      "ApiError: A fault.",
    ]);
  });
});
