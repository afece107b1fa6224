// The whole page: who is here, which language, which theme, and the routes under them.
import type { Session } from "../features/auth/session";
import { SessionProvider } from "../features/auth/SessionContext";
import { LanguageProvider } from "../i18n/LanguageContext";
import { ThemeProvider } from "../theme/ThemeContext";
import { Routes } from "./Routes";

export function App({ session, storage }: { session: Session; storage: Storage }) {
  return (
    <LanguageProvider storage={storage}>
      <ThemeProvider storage={storage}>
        <SessionProvider session={session}>
          <Routes />
        </SessionProvider>
      </ThemeProvider>
    </LanguageProvider>
  );
}
