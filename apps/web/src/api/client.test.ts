import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer, failure } from "../testing/FakeServer";
import { apiOf } from "../testing/renderApp";
import { type Api, createApi, unwrap } from "./client";
import { ApiError, Unreachable } from "./error";
import { createRenewal } from "./renewal";
import { createTokens, type Departure, REFRESH_TOKEN_KEY } from "./tokens";
import { createMutex } from "./mutex";

let server: FakeServer;
let api: Api;
let departures: Departure[];

const me = (from = api) => unwrap(from.client.GET("/api/v1/auth/me"));
const signIn = () =>
  api.tokens.keep(server.issue(server.account("lin@example.com", "correct horse", "Lin")));

beforeEach(() => {
  server = new FakeServer();
  api = apiOf(server);
  departures = [];
  api.tokens.onDrop((why) => departures.push(why));
});

describe("a request", () => {
  it("of a visitor goes out without a token", async () => {
    expect((await me()).id).toBe("owner");
  });

  it("of a signed-in person carries the access token, which is not in storage", async () => {
    signIn();
    expect((await me()).name).toBe("Lin");
    expect(Object.values({ ...localStorage })).toEqual(["refresh-1"]);
  });

  it("throws the server's own words when the server refuses it", async () => {
    server.nextAnswer = failure(503, "unavailable", "The store is busy.", {
      "x-request-id": "r-9",
    });
    const refusal = { status: 503, message: "The store is busy.", requestId: "r-9" };
    await expect(me()).rejects.toMatchObject(refusal);
  });

  it("says that the server is unreachable when nothing answers", async () => {
    server.isReachable = false;
    await expect(me()).rejects.toBeInstanceOf(Unreachable);
  });
});

describe("a stale access token", () => {
  it("is renewed once and the request is sent again", async () => {
    signIn();
    server.expireAccess();
    expect((await me()).name).toBe("Lin");
    expect(server.refreshAttempts).toEqual(["refresh-1"]);
    expect(localStorage.getItem(REFRESH_TOKEN_KEY)).toBe("refresh-2");
  });

  it("is renewed once for many requests at the same time", async () => {
    signIn();
    server.expireAccess();
    const people = await Promise.all([me(), me(), me()]);
    expect(people.map((person) => person.name)).toEqual(["Lin", "Lin", "Lin"]);
    expect(server.refreshAttempts).toEqual(["refresh-1"]);
  });

  it("ends the session when the refresh token is refused too", async () => {
    signIn();
    server.revokeAll();
    await expect(me()).rejects.toMatchObject({ status: 401 });
    expect(departures).toEqual(["expired"]);
    expect(localStorage.getItem(REFRESH_TOKEN_KEY)).toBeNull();
  });

  it("does not end the session when the server is only busy", async () => {
    signIn();
    server.expireAccess();
    const answers = [failure(401, "unauthenticated", ""), failure(503, "unavailable", "Busy.")];
    const busy = createApi({
      baseUrl: "http://server.test",
      fetch: () => Promise.resolve(answers.shift()!),
      tokens: api.tokens,
      mutex: createMutex("test", undefined),
      language: () => "en",
    });
    await expect(me(busy)).rejects.toBeInstanceOf(ApiError);
    expect(departures).toEqual([]);
    expect(localStorage.getItem(REFRESH_TOKEN_KEY)).toBe("refresh-1");
  });

  it("asks in the page's language, as it is chosen at the time", async () => {
    const languages = ["zh", "en"] as const;
    const sent: (string | null)[] = [];
    const speaking = createApi({
      baseUrl: "http://server.test",
      fetch: (request) => {
        sent.push(request.headers.get("accept-language"));
        return Promise.resolve(Response.json({}));
      },
      tokens: api.tokens,
      mutex: createMutex("test", undefined),
      language: () => languages[sent.length]!,
    });
    await me(speaking);
    await speaking.fetch(new Request("http://server.test/api/v1/jobs/1/events"));
    expect(sent).toEqual(["zh-CN", "en"]);
  });

  it("never lets a remembered person's request go out as the local owner's", async () => {
    localStorage.setItem(REFRESH_TOKEN_KEY, "refresh-unknown");
    await expect(me()).rejects.toMatchObject({ status: 401 });
    expect(server.requests).toEqual(["POST /api/v1/auth/refresh"]);
  });
});

describe("two tabs", () => {
  it("do not spend the same refresh token: the second reads the one the first has stored", async () => {
    signIn();
    const otherTab = apiOf(server);
    server.expireAccess();
    await me();
    expect((await me(otherTab)).name).toBe("Lin");
    expect(server.refreshAttempts).toEqual(["refresh-1", "refresh-2"]);
  });

  it("without cross-tab locks: a refusal of a token that another tab has replaced is no farewell", async () => {
    signIn();
    const tokens = createTokens(localStorage);
    const renew = createRenewal(tokens, createMutex("test", undefined), async (token) => {
      if (token === "refresh-2")
        return server.issue(server.account("mei@example.com", "correct horse"));
      localStorage.setItem(REFRESH_TOKEN_KEY, "refresh-2");
      return "refused";
    });
    expect(await renew(null)).toBe(true);
    expect(tokens.access()).not.toBeNull();
  });

  it("renew under one lock where the browser has locks", async () => {
    const asked: string[] = [];
    const locks = {
      request: (name: string, work: () => unknown) => (asked.push(name), work()),
    } as unknown as LockManager;
    signIn();
    const tokens = createTokens(localStorage);
    const locked = createApi({
      baseUrl: "http://server.test",
      fetch: server.fetch,
      tokens,
      mutex: createMutex("parley.refresh", locks),
      language: () => "en",
    });
    await me(locked);
    expect(asked).toEqual(["parley.refresh"]);
  });
});
