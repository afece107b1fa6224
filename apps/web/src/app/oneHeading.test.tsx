import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { deployment, serverWith } from "../features/deployments/testing";
import { detailOf } from "../features/research/testing/research";
import { serverWithStrategy } from "../features/strategies/testing";
import { aReport, aTest } from "../features/stress/testing/aReport";
import { PLACE_GROUPS } from "../features/places";
import { failure, FakeServer } from "../testing/FakeServer";
import { renderApp } from "../testing/renderApp";

const LISTS = PLACE_GROUPS.flatMap(({ places }) => places.map((place) => `/${place}`));
const FORMS = ["/strategies/new", "/backtests/new", "/stress/new", "/deployments/new"];
const OTHERS = [
  "/stress/optimisations",
  "/stress/optimisations/new",
  "/deployments/approvals",
  "/deployments/accounts",
  "/research/compare?a=s-1&b=s-2",
  "/data/DEMO1.SZ",
  "/settings",
  "/nowhere",
  "/sign-in",
];
const DETAILS = ["/strategies/s1", "/deployments/dep-1", "/research/s-1", "/stress/stress-1"];
const MISSING = ["/chat/x", "/backtests/x", "/stress/x", "/stress/optimisations/x"];

let watching: MutationObserver | undefined;
afterEach(() => watching?.disconnect());

/** How many first headings there were after each change of the page. */
function watchHeadings(): Set<number> {
  const counts = new Set<number>();
  watching = new MutationObserver(() => counts.add(document.querySelectorAll("h1").length));
  watching.observe(document.body, { childList: true, subtree: true });
  return counts;
}

function filledServer(): FakeServer {
  const server = serverWithStrategy();
  for (const [path, answer] of serverWith(deployment()).answers)
    if (!server.answers.has(path) || path === "/api/v1/deployments")
      server.answers.set(path, answer);
  const test = aTest({ id: "stress-1" });
  server.answers.set("/api/v1/stress", { stress_tests: [test], next: null });
  server.answers.set("/api/v1/stress/stress-1", test);
  server.answers.set("/api/v1/stress/stress-1/report", aReport());
  for (const id of ["s-1", "s-2"])
    server.answers.set(
      `/api/v1/coordinator/research/sessions/${id}`,
      detailOf({ session_id: id, status: "completed" }),
    );
  return server;
}

/** Lets nothing out but who is here, until it is opened. */
function shut(server: FakeServer, hasFailed: boolean) {
  const opening = Promise.withResolvers<void>();
  const answer = server.fetch;
  let waiting = 0;
  const gated = async (request: Request) => {
    if (/\/(about|auth\/me)$/.test(new URL(request.url).pathname)) return answer(request);
    waiting += 1;
    await opening.promise;
    return hasFailed ? failure(503, "unavailable", "The server is closed.") : answer(request);
  };
  Object.assign(server, { fetch: gated });
  return { open: () => act(async () => opening.resolve()), isAsked: () => waiting > 0 };
}

const isPulsing = () => document.querySelector("main .animate-pulse") !== null;
const hasOne = () => expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);

describe.each([
  { of: "an empty server", at: [...LISTS, ...OTHERS, ...MISSING] },
  { of: "a filled server", at: [...LISTS, ...FORMS, ...DETAILS], isFilled: true },
  { of: "a server that refuses", at: [...LISTS, ...FORMS, ...OTHERS, ...DETAILS], hasFailed: true },
])("on $of", ({ at, isFilled = false, hasFailed = false }) => {
  it.each(at)("%s has one first heading at any time", async (address) => {
    const server = isFilled ? filledServer() : new FakeServer();
    const gate = shut(server, hasFailed);
    const counts = watchHeadings();
    renderApp(address, server);
    hasOne();
    await waitFor(() => expect(gate.isAsked() || !isPulsing()).toBe(true));
    hasOne();
    await gate.open();
    await waitFor(() => expect(isPulsing()).toBe(false));
    hasOne();
    expect([...counts]).toEqual([1]);
  });
});
