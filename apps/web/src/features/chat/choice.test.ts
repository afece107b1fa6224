import { describe, expect, it } from "vitest";
import { choiceMessage, shownText, symbolToFetch } from "./choice";

describe("a choice", () => {
  it("is sent as a tag and shown as its label", () => {
    const message = choiceMessage("risk_tolerance", { id: "moderate", label: "稳健" });
    expect(message).toBe(
      '<CHOICE_SELECTION>{"choice_id":"risk_tolerance","selected_option_id":"moderate","selected_option_label":"稳健"}</CHOICE_SELECTION>',
    );
    expect(shownText(message)).toBe("稳健");
  });

  it("may offer to fetch the data of a symbol", () => {
    expect(symbolToFetch("fetch:0700.HK")).toBe("0700.HK");
    expect(symbolToFetch("AAPL")).toBeNull();
  });

  it("leaves a person's own words, and a tag that makes no sense, as they are", () => {
    expect(shownText("buy low, sell high")).toBe("buy low, sell high");
    expect(shownText("<CHOICE_SELECTION>?</CHOICE_SELECTION>")).toContain("?");
  });
});
