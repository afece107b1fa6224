// The colours of canvas charts: the theme's colours as they are now.
import { useEffect, useState } from "react";
import { useLanguage } from "../i18n/LanguageContext";
import { useTheme } from "../theme/ThemeContext";

export interface Colours {
  ink: string;
  soft: string;
  line: string;
  surface: string;
  well: string;
  accent: string;
  up: string;
  down: string;
  focus: string;
  /** For lines that stand beside each other, in order. */
  series: readonly string[];
}

const SERIES = [1, 2, 3, 4, 5, 6];

/** For canvases, which cannot use CSS variables; they change with the theme, and up and down with the language. */
export function useColours(): Colours {
  const { appearance } = useTheme();
  const { language } = useLanguage();
  const [colours, setColours] = useState(readColours);
  useEffect(() => {
    // In the next frame, when the document has taken the new theme and language.
    const frame = requestAnimationFrame(() =>
      setColours((old) => {
        const now = readColours();
        return JSON.stringify(now) === JSON.stringify(old) ? old : now;
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [appearance, language]);
  return colours;
}

function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const named = (name: string) => style.getPropertyValue(name).trim();
  return {
    ink: named("--ink"),
    soft: named("--ink-soft"),
    line: named("--line"),
    surface: named("--surface"),
    well: named("--well"),
    accent: named("--accent"),
    up: named("--up"),
    down: named("--down"),
    focus: named("--focus"),
    series: SERIES.map((number) => named(`--series-${number}`)),
  };
}
