// The whole page: who is here, which language, which theme, and the routes under them.
import { ApiProvider } from "../api/ApiContext";
import type { Api } from "../api/client";
import type { Session } from "../features/auth/session";
import { SessionProvider } from "../features/auth/SessionContext";
import { LanguageProvider } from "../i18n/LanguageContext";
import { ThemeProvider } from "../theme/ThemeContext";
import { Routes } from "./Routes";

interface AppProps {
  api: Api;
  session: Session;
  storage: Storage;
}

export function App({ api, session, storage }: AppProps) {
  return (
    <LanguageProvider storage={storage}>
      <ThemeProvider storage={storage}>
        <ApiProvider api={api}>
          <SessionProvider session={session}>
            <Routes />
          </SessionProvider>
        </ApiProvider>
      </ThemeProvider>
    </LanguageProvider>
  );
}
