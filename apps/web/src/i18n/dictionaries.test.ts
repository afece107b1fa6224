import { describe, expect, it } from "vitest";
import { en } from "./en";
import { firstLanguage, LANGUAGE_KEY } from "./language";
import { speak } from "./LanguageContext";
import { type Phrase, zh } from "./zh";

const phrases = Object.keys(zh) as Phrase[];
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();

describe("the two dictionaries", () => {
  it("hold the same phrases", () => {
    expect(Object.keys(en).toSorted()).toEqual(Object.keys(zh).toSorted());
  });

  it("say something for every phrase", () => {
    const silent = phrases.filter((phrase) => zh[phrase].trim() === "" || en[phrase].trim() === "");
    expect(silent).toEqual([]);
  });

  it("leave the same places to fill", () => {
    const differing = phrases.filter(
      (phrase) => `${placeholders(en[phrase])}` !== `${placeholders(zh[phrase])}`,
    );
    expect(differing).toEqual([]);
  });
});

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
