// Places, actions and settings, which are there whatever is stored.
import { useLanguage } from "../../i18n/LanguageContext";
import { useWords } from "../../i18n/words";
import { useTheme } from "../../theme/ThemeContext";
import { addressOf, type Place, PLACE_GROUPS } from "../places";
import type { Entry } from "./entries";
import { words } from "./words";

const PLACES: readonly Place[] = [...PLACE_GROUPS.flatMap(({ places }) => places), "settings"];

export function useFixedEntries(onKeys: () => void): Entry[] {
  const say = useWords(words);
  const { say: sayApp, language, choose } = useLanguage();
  const { next, choose: chooseTheme } = useTheme();
  const actions = [
    ["new_chat", addressOf("chat")],
    ["new_strategy", `${addressOf("strategies")}/new`],
    ["new_backtest", `${addressOf("backtests")}/new`],
    ["new_stress", `${addressOf("stress")}/new`],
    ["new_deployment", `${addressOf("deployments")}/new`],
    ["compare", addressOf("backtests")],
  ] as const;
  const settings = ["models", "language", "theme", "account", "tokens"] as const;
  return [
    ...PLACES.map((place) => ({
      id: `place/${place}`,
      group: "place" as const,
      title: sayApp(`nav.${place}`),
      also: place,
      go: addressOf(place),
    })),
    ...actions.map(([name, go]) => ({
      id: name,
      group: "action" as const,
      title: say(name),
      also: name,
      go,
    })),
    { id: "keys", group: "action", title: say("keys"), also: "?", go: onKeys },
    {
      id: "language",
      group: "action",
      title: say("language.switch"),
      also: "language",
      go: () => choose(language === "zh" ? "en" : "zh"),
    },
    {
      id: "theme",
      group: "action",
      title: say("theme", { next: sayApp(`theme.${next}`) }),
      also: "theme dark light",
      go: () => chooseTheme(next),
    },
    ...settings.map((name) => ({
      id: `setting/${name}`,
      group: "setting" as const,
      title: say(`setting_${name}`),
      also: name,
      go: addressOf("settings"),
    })),
  ];
}
