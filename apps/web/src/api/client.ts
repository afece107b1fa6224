// The typed door to the server: sends the access token and the page's language, renews the token once on 401, and names
// every failure.
import createClient, { type Client } from "openapi-fetch";
import type { paths } from "../contracts/api";
import { type Language, LANGUAGE_TAGS } from "../i18n/language";
import { ApiError, toApiError, Unreachable } from "./error";
import { createRenewal, type Exchange, type Renew } from "./renewal";
import type { Tokens } from "./tokens";
import type { Mutex } from "./mutex";

const ANSWER_WITHIN_MS = 15_000;

export interface Api {
  client: Client<paths>;
  tokens: Tokens;
  /** The same authorised fetch, for answers that are streams and not JSON. */
  fetch: (request: Request) => Promise<Response>;
}

interface ApiParts {
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  tokens: Tokens;
  mutex: Mutex;
  /** The language that answers are read in. */
  language: () => Language;
}

export function createApi({ baseUrl, fetch, tokens, mutex, language }: ApiParts): Api {
  const reach = reachable(inLanguage(fetch, language));
  const plain = createClient<paths>({ baseUrl, fetch: reach });
  const renew = createRenewal(tokens, mutex, exchangeWith(plain));
  const authorised = authorisedFetch(reach, tokens, renew);
  return { client: createClient<paths>({ baseUrl, fetch: authorised }), tokens, fetch: authorised };
}

/** The body of a good answer; a bad one is thrown as an `ApiError`. */
export async function unwrap<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok) throw toApiError(response, error);
  return data as T;
}

/** A limit for calls that a person is waiting on. */
export function promptly(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
}

function inLanguage(fetch: ApiParts["fetch"], language: () => Language): ApiParts["fetch"] {
  return (request) => {
    request.headers.set("accept-language", LANGUAGE_TAGS[language()]);
    return fetch(request);
  };
}

function reachable(fetch: ApiParts["fetch"]): ApiParts["fetch"] {
  return async (request) => {
    try {
      return await fetch(request);
    } catch (error) {
      const stopped = error instanceof DOMException && error.name === "AbortError";
      throw stopped ? error : new Unreachable("no answer from the server", { cause: error });
    }
  };
}

function exchangeWith(plain: Client<paths>): Exchange {
  return async (refresh_token) => {
    const call = plain.POST("/api/v1/auth/refresh", { body: { refresh_token }, ...promptly() });
    try {
      return await unwrap(call);
    } catch (error) {
      const isRefusal = error instanceof ApiError && [400, 401, 403].includes(error.status);
      if (isRefusal) return "refused";
      throw error;
    }
  };
}

// In local mode a request without a token is the owner's, so a request that belongs to a signed-in
// person must never go out without one.
function authorisedFetch(fetch: ApiParts["fetch"], tokens: Tokens, renew: Renew) {
  return async (request: Request): Promise<Response> => {
    if (isDoor(request)) return fetch(request);
    if (isAbout(request)) return fetch(withToken(request, tokens.access()));
    if (tokens.access() === null && tokens.refresh() !== null) await renewOrStop(renew, null);
    const sent = tokens.access();
    const response = await fetch(withToken(request.clone(), sent));
    if (response.status !== 401 || sent === null) return response;
    await renewOrStop(renew, sent);
    const second = await fetch(withToken(request, tokens.access()));
    if (second.status === 401) tokens.drop("expired");
    return second;
  };
}

async function renewOrStop(renew: Renew, stale: string | null): Promise<void> {
  if (!(await renew(stale))) throw new ApiError(401, "unauthenticated", "");
}

/** Open to anyone; the answer describes the caller when a token is at hand. */
function isAbout(request: Request): boolean {
  return new URL(request.url).pathname.endsWith("/about");
}

/** What anyone may ask; a 401 from signing in or refreshing is not a stale access token. */
function isDoor(request: Request): boolean {
  return /\/auth\/(login|register|refresh|logout)$/.test(new URL(request.url).pathname);
}

function withToken(request: Request, token: string | null): Request {
  if (token !== null) request.headers.set("authorization", `Bearer ${token}`);
  return request;
}
