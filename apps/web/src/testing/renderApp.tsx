// Renders the whole page at an address, against a fake desk.
import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Api, createApi } from "../api/client";
import { createTokens } from "../api/tokens";
import { createTurnstile } from "../api/turnstile";
import { App } from "../app/App";
import { createSession } from "../features/auth/session";
import { firstLanguage } from "../i18n/language";
import { FakeDesk } from "./FakeDesk";

export function apiOf(desk: FakeDesk, storage: Storage = localStorage): Api {
  return createApi({
    baseUrl: "http://desk.test",
    fetch: desk.fetch,
    tokens: createTokens(storage),
    turnstile: createTurnstile("test", undefined),
    language: () => firstLanguage(storage, navigator.language),
  });
}

export function renderApp(address: string, desk = new FakeDesk()) {
  window.history.replaceState(null, "", address);
  const api = apiOf(desk);
  const session = createSession(api);
  void session.open();
  render(<App api={api} session={session} storage={localStorage} />);
  return { desk, api, session, user: userEvent.setup() };
}
