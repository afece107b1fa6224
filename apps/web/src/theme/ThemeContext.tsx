// Keeps <html data-theme> and storage in step with the chosen theme, the system, and other tabs.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { useMediaQuery } from "../ui/useMediaQuery";
import {
  type Appearance,
  appearanceOf,
  nextTheme,
  rememberedTheme,
  type Theme,
  THEME_KEY,
} from "./theme";

interface ThemeChoice {
  theme: Theme;
  appearance: Appearance;
  choose: (theme: Theme) => void;
  /** What the one-button switch turns to. */
  next: Theme;
}

const ThemeContext = createContext<ThemeChoice | null>(null);

export function ThemeProvider({ storage, children }: { storage: Storage; children: ReactNode }) {
  const [theme, setTheme] = useState(() => rememberedTheme(storage));
  const system: Appearance = useMediaQuery("(prefers-color-scheme: dark)") ? "dark" : "light";
  const appearance = appearanceOf(theme, system);

  useEffect(() => {
    document.documentElement.dataset.theme = appearance;
  }, [appearance]);

  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === THEME_KEY || event.key === null) setTheme(rememberedTheme(storage));
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [storage]);

  const choose = useCallback(
    (next: Theme) => {
      storage.setItem(THEME_KEY, next);
      setTheme(next);
    },
    [storage],
  );

  const choice = useMemo(
    () => ({ theme, appearance, choose, next: nextTheme(theme, system) }),
    [theme, appearance, choose, system],
  );
  return <ThemeContext value={choice}>{children}</ThemeContext>;
}

export function useTheme(): ThemeChoice {
  const choice = useContext(ThemeContext);
  if (choice === null) throw new Error("useTheme needs a ThemeProvider above it");
  return choice;
}
