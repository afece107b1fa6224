import { describe, expect, it } from "vitest";
import { en } from "./frame";
import { firstLanguage, LANGUAGE_KEY } from "./language";
import { speak } from "./LanguageContext";

describe("saying a phrase", () => {
  it("fills the named places and leaves unknown ones visible", () => {
    expect(speak(en)("intro.go", { place: "Data" })).toBe("Go to Data");
    expect(speak(en)("intro.go")).toBe("Go to {place}");
  });
});

describe("the first language", () => {
  it.each([
    ["zh-CN", "zh"],
    ["zh", "zh"],
    ["en-GB", "en"],
    ["fr", "en"],
  ])("of a browser that asks for %s is %s", (browser, language) => {
    localStorage.clear();
    expect(firstLanguage(localStorage, browser)).toBe(language);
  });

  it("is the remembered one once a person has chosen", () => {
    localStorage.setItem(LANGUAGE_KEY, "zh");
    expect(firstLanguage(localStorage, "en-US")).toBe("zh");
  });
});
