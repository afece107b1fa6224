// Settings: language, theme, run mode, account, models and what they cost, each with what it means.
import type { ReactNode } from "react";
import { useLanguage } from "../../i18n/LanguageContext";
import { LANGUAGE_NAMES, LANGUAGE_TAGS, LANGUAGES } from "../../i18n/language";
import { useTheme } from "../../theme/ThemeContext";
import { THEMES } from "../../theme/theme";
import { Choice } from "../../ui/form/Choice";
import { AboutSetting } from "./AboutSetting";
import { TokensPanel } from "./access/TokensPanel";
import { AccountSetting } from "./AccountSetting";
import { ModeSetting } from "./ModeSetting";
import { ModelSettings } from "./ModelSettings";
import { Setting } from "./Setting";

export default function SettingsPage() {
  const { say } = useLanguage();
  return (
    <article className="mx-auto w-full max-w-6xl">
      <h1 className="text-2xl font-semibold tracking-tight">{say("nav.settings")}</h1>
      <p className="mt-2 text-soft">{say("settings.text")}</p>
      <div className="mt-6 divide-y divide-line rounded-lg border border-line bg-surface">
        <LanguageSetting />
        <ThemeSetting />
        <ModeSetting />
        <AccountSetting />
        <AboutSetting />
      </div>
      <ModelSettings />
      <div className="mt-4">
        <TokensPanel />
      </div>
    </article>
  );
}

function LanguageSetting() {
  const { language, choose, say } = useLanguage();
  const options = LANGUAGES.map((value) => ({
    value,
    label: LANGUAGE_NAMES[value],
    lang: LANGUAGE_TAGS[value],
  }));
  return (
    <Setting title={say("settings.language")} text={say("settings.language_text")}>
      <Choice
        label={say("settings.language")}
        options={options}
        value={language}
        onChoose={choose}
      />
      <p className="mt-3 flex gap-4 text-sm">
        <Swatch className="bg-up">{say("settings.up")}</Swatch>
        <Swatch className="bg-down">{say("settings.down")}</Swatch>
      </p>
    </Setting>
  );
}

function Swatch({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={`size-3 rounded-sm ${className}`} />
      {children}
    </span>
  );
}

function ThemeSetting() {
  const { say } = useLanguage();
  const { theme, choose } = useTheme();
  const options = THEMES.map((value) => ({ value, label: say(`theme.${value}`), icon: value }));
  return (
    <Setting title={say("settings.theme")} text={say("settings.theme_text")}>
      <Choice label={say("settings.theme")} options={options} value={theme} onChoose={choose} />
    </Setting>
  );
}
