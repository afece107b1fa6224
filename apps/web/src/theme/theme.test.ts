import { describe, expect, it } from "vitest";
import { type Appearance, nextTheme, rememberedTheme, type Theme, THEME_KEY } from "./theme";

describe("the theme button", () => {
  it.each<Appearance>(["light", "dark"])(
    "visits all three themes when the system is %s",
    (system) => {
      const visited: Theme[] = ["system"];
      for (let press = 0; press < 3; press += 1) visited.push(nextTheme(visited.at(-1)!, system));
      expect(new Set(visited).size).toBe(3);
      expect(visited.at(-1)).toBe("system");
    },
  );

  it.each<Appearance>(["light", "dark"])(
    "changes what is seen at once when the system is %s",
    (system) => {
      expect(nextTheme("system", system)).not.toBe(system);
    },
  );
});

describe("the remembered theme", () => {
  it("follows the system until a person chooses, and when storage holds nonsense", () => {
    localStorage.clear();
    expect(rememberedTheme(localStorage)).toBe("system");
    localStorage.setItem(THEME_KEY, "sepia");
    expect(rememberedTheme(localStorage)).toBe("system");
    localStorage.setItem(THEME_KEY, "dark");
    expect(rememberedTheme(localStorage)).toBe("dark");
  });
});
