// One button that goes through the three themes.
import { useSay } from "../i18n/LanguageContext";
import { IconButton } from "../ui/form/Button";
import { useTheme } from "./ThemeContext";

export function ThemeSwitch() {
  const say = useSay();
  const { theme, next, choose } = useTheme();
  const label = say("theme.switch", { now: say(`theme.${theme}`), next: say(`theme.${next}`) });
  return (
    <IconButton
      data-testid="theme-switch"
      icon={theme}
      label={label}
      onClick={() => choose(next)}
    />
  );
}
