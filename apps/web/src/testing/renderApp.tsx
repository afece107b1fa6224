// Renders the whole page at an address, against a fake server.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Api, createApi } from "../api/client";
import { createTokens } from "../api/tokens";
import { createMutex } from "../api/mutex";
import { App } from "../app/App";
import { createSession } from "../features/auth/session";
import { firstLanguage } from "../i18n/language";
import { FakeServer } from "./FakeServer";

export function apiOf(server: FakeServer, storage: Storage = localStorage): Api {
  return createApi({
    baseUrl: "http://server.test",
    fetch: server.fetch,
    tokens: createTokens(storage),
    mutex: createMutex("test", undefined),
    language: () => firstLanguage(storage, navigator.language),
  });
}

export function renderApp(address: string, server = new FakeServer()) {
  window.history.replaceState(null, "", address);
  const api = apiOf(server);
  const session = createSession(api);
  void session.open();
  render(<App api={api} session={session} storage={localStorage} />);
  return { server, api, session, user: userEvent.setup() };
}
