import { describe, expect, it } from "vitest";
import { returnAddress, signInAddress } from "./returnAddress";

describe("the way back after signing in", () => {
  it("leads to the page that was asked for, query included", () => {
    const address = signInAddress("/backtests?symbol=000001.SZ");
    expect(returnAddress(new URL(address, "http://server").search)).toBe(
      "/backtests?symbol=000001.SZ",
    );
  });

  it("leads home when nothing was asked for", () => {
    expect(signInAddress("/")).toBe("/sign-in");
    expect(returnAddress("")).toBe("/");
  });

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/sign-in?next=/x",
  ])("never leads to %s", (next) => {
    expect(returnAddress(`?next=${encodeURIComponent(next)}`)).toBe("/");
  });
});
