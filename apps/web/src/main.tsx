// Puts the page together and onto the screen: the only place where its parts are constructed.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createApi } from "./api/client";
import { createTokens } from "./api/tokens";
import { createMutex } from "./api/mutex";
import { App } from "./app/App";
import { fetchPageOf } from "./app/Routes";
import { browserStorage } from "./app/storage";
import { createSession } from "./features/auth/session";
import { firstLanguage } from "./i18n/language";
import "./theme/base.css";

// What is already on its way is waited for, so that the first drawing is the whole page; but not for long.
const PATIENCE_MS = 300;

const storage = browserStorage();
const api = createApi({
  baseUrl: window.location.origin,
  fetch: (request) => window.fetch(request),
  tokens: createTokens(storage),
  mutex: createMutex("parley.refresh", navigator.locks),
  language: () => firstLanguage(storage, navigator.language),
});
const session = createSession(api);
await Promise.race([
  Promise.all([session.open(), fetchPageOf(window.location.pathname)]),
  new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
]);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App api={api} session={session} storage={storage} />
  </StrictMode>,
);
