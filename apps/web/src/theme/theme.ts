// The theme a person chose (light, dark, or whatever the system says) and how it reaches the page.

export const THEME_KEY = "parley.theme";
export const THEMES = ["light", "dark", "system"] as const;
export type Theme = (typeof THEMES)[number];
export type Appearance = "light" | "dark";

export function rememberedTheme(storage: Storage): Theme {
  const stored = storage.getItem(THEME_KEY);
  return THEMES.find((theme) => theme === stored) ?? "system";
}

export function appearanceOf(theme: Theme, system: Appearance): Appearance {
  return theme === "system" ? system : theme;
}

/** The one-button cycle: leaving "system" always changes what is seen, and both sides are passed. */
export function nextTheme(theme: Theme, system: Appearance): Theme {
  const opposite: Appearance = system === "dark" ? "light" : "dark";
  if (theme === "system") return opposite;
  return theme === opposite ? system : "system";
}
