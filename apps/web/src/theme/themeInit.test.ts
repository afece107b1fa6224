import { readFileSync } from "node:fs";
import { runInThisContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { LANGUAGE_KEY } from "../i18n/language";
import { setScreen } from "../testing/setup";
import { THEME_KEY } from "./theme";

const script = readFileSync("public/theme-init.js", "utf8");
const root = document.documentElement;

describe("the script before the first paint", () => {
  it("sets the remembered theme and language under the keys that the page uses", () => {
    localStorage.setItem(THEME_KEY, "dark");
    localStorage.setItem(LANGUAGE_KEY, "zh");
    runInThisContext(script);
    expect([root.dataset.theme, root.lang]).toEqual(["dark", "zh-CN"]);
  });

  it("follows the system and the browser when nothing is remembered", () => {
    setScreen({ dark: true });
    runInThisContext(script);
    expect([root.dataset.theme, root.lang]).toEqual(["dark", "en"]);
  });

  it("lets a remembered light theme stand on a dark system", () => {
    setScreen({ dark: true });
    localStorage.setItem(THEME_KEY, "light");
    runInThisContext(script);
    expect(root.dataset.theme).toBe("light");
  });
});
