import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, failure } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import { offerOf } from "../data/testing";
import { DOCUMENT } from "./testing/document";
import { detailOf, RESULT } from "./testing/research";
import { words } from "./words";
import { sessionWords } from "./session/sessionWords";

const SESSIONS = "/api/v1/coordinator/research/sessions";
const OFFERS = "/api/v1/data/offers";
const say = words.en;

// The page is loaded when it is first asked for, which takes its time on a busy machine.

/** A server with one session, whose answers to some addresses are made by the test. */
function serverWith(
  answers: Record<string, (request: Request) => Response | Promise<Response>>,
  detail = detailOf({}),
) {
  const server = new FakeServer();
  server.answers.set(SESSIONS, { sessions: [detail], next: null });
  server.answers.set(`${SESSIONS}/s-1`, detail);
  server.answers.set(`${SESSIONS}/s-1/document`, DOCUMENT);
  server.answers.set(OFFERS, offerOf({ has_data: true }));
  const plain = server.fetch;
  const fetch = async (request: Request) => {
    const made = answers[`${request.method} ${new URL(request.url).pathname}`];
    return made ? await made(request) : await plain(request);
  };
  return Object.assign(server, { fetch });
}

/** The offer of the symbol that was asked for, which has data. */
function asked(request: Request) {
  return offerOf({
    symbol: new URL(request.url).searchParams.get("symbol") ?? "",
    has_data: true,
  });
}

function madeStrategy(): Response {
  return Response.json({ strategy_id: "s-9" }, { status: 201 });
}

function events(...sent: [string, object][]): Response {
  const frames = sent.map(
    ([type, data], index) =>
      `id: ${index + 1}\nevent: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`,
  );
  return new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });
}

describe("starting research", () => {
  it("teaches on an empty server, with the form at hand", async () => {
    renderApp("/research");
    expect(await screen.findByTestId("empty-research")).toBeTruthy();
    expect(screen.getByTestId("research-start")).toBeTruthy();
  });

  it("asks for a stock before anything is sent", async () => {
    const { user, server } = renderApp("/research");
    await user.click(await screen.findByTestId("research-start"));
    expect(screen.getByText(say.pick_first)).toBeTruthy();
    expect(server.requests.some((each) => each.startsWith("POST"))).toBe(false);
  });

  it("sends what was chosen and goes to the session at once", async () => {
    let order: unknown;
    const server = serverWith({
      "POST /api/v1/coordinator/research": async (request) => {
        order = await request.json();
        return events(["research_started", { session_id: "s-1" }]);
      },
      [`GET ${OFFERS}`]: (request) => Response.json(asked(request)),
    });
    const { user } = renderApp("/research?symbol=DEMO1.SZ", server);
    await user.click(await screen.findByRole("checkbox", { name: RegExp(say.macro_intelligence) }));
    await user.click(screen.getByTestId("research-start"));
    await waitFor(() => expect(window.location.pathname).toBe("/research/s-1"));
    expect(order).toMatchObject({
      symbol: "DEMO1.SZ",
      experts: [
        "technical_analyst",
        "financial_auditor",
        "valuation_modeler",
        "catalyst_detective",
      ],
      skip_debate: false,
    });
  });

  it("fetches the data of a symbol without any and then begins by itself", async () => {
    const ordered: unknown[] = [];
    const server = serverWith({
      [`GET ${OFFERS}`]: () => Response.json(offerOf({ symbol: "ZQXA" })),
      "POST /api/v1/data/fetches": () =>
        Response.json({ job_id: "j1", status: "queued" }, { status: 202 }),
      "GET /api/v1/jobs/j1/events": () => events(["job_finished", { status: "succeeded" }]),
      "GET /api/v1/data/fetches/j1": () => Response.json({ job_id: "j1", status: "succeeded" }),
      "POST /api/v1/coordinator/research": async (request) => {
        ordered.push(await request.json());
        return events(["research_started", { session_id: "s-1" }]);
      },
    });
    const { user } = renderApp("/research?symbol=ZQXA", server);
    await user.click(await screen.findByTestId("research-start"));
    await user.click(await screen.findByRole("button", { name: say.fetch_and_start }));
    await waitFor(() => expect(window.location.pathname).toBe("/research/s-1"));
    expect(ordered).toMatchObject([{ symbol: "ZQXA" }]);
  });

  it("offers the last day with data where the bars end long ago, in one press", async () => {
    const ordered: unknown[] = [];
    const asks: string[] = [];
    const server = serverWith({
      [`GET ${OFFERS}`]: (request) => {
        asks.push(new URL(request.url).search);
        const old = { symbol: "UNH", has_data: true, last_day: "2025-07-31", is_stale: true };
        return Response.json(offerOf(old));
      },
      "POST /api/v1/coordinator/research": async (request) => {
        ordered.push(await request.json());
        return events(["research_started", { session_id: "s-1" }]);
      },
    });
    const { user } = renderApp("/research?symbol=UNH", server);
    await user.click(await screen.findByTestId("research-start"));
    expect(await screen.findByText(/newest daily bar of UNH is from Jul 31, 2025/)).toBeTruthy();
    expect(asks).toEqual(["?symbol=UNH"]);
    expect(ordered).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Research as of Jul 31, 2025" }));
    await waitFor(() => expect(window.location.pathname).toBe("/research/s-1"));
    expect(ordered).toMatchObject([{ symbol: "UNH", analysis_date: "2025-07-31" }]);
  });

  it("takes the day that a link names, and says that it is the last with data", async () => {
    const ordered: unknown[] = [];
    const server = serverWith({
      [`GET ${OFFERS}`]: (request) => Response.json(asked(request)),
      "POST /api/v1/coordinator/research": async (request) => {
        ordered.push(await request.json());
        return events(["research_started", { session_id: "s-1" }]);
      },
    });
    const { user } = renderApp("/research?symbol=UNH&date=2025-07-31", server);
    expect(await screen.findByText("As of Jul 31, 2025, the last day with data.")).toBeTruthy();
    await user.click(await screen.findByTestId("research-start"));
    await waitFor(() => expect(ordered).toMatchObject([{ analysis_date: "2025-07-31" }]));
  });

  it("says near the button why the server refused", async () => {
    const server = serverWith({
      "POST /api/v1/coordinator/research": () => failure(400, "bad_symbol", "No such symbol."),
    });
    const { user } = renderApp("/research?symbol=XYZ", server);
    await user.click(await screen.findByTestId("research-start"));
    expect(await screen.findByText("No such symbol.")).toBeTruthy();
  });
});

describe("a session", () => {
  it("shows where a number comes from when it is clicked, and hides it on Escape", async () => {
    const { user } = renderApp("/research/s-1", serverWith({}));
    const [number] = await screen.findAllByTestId("evidence-number");
    await user.click(number!);
    const popover = screen.getByTestId("evidence-popover");
    expect(within(popover).getByText("closing price")).toBeTruthy();
    expect(within(popover).getByText("demo")).toBeTruthy();
    expect(within(popover).getByText(/Dec 31, 2025/)).toBeTruthy();
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("evidence-popover")).toBeNull();
  });

  it("shows a failed expert as failed, with the reason", async () => {
    renderApp("/research/s-1", serverWith({}));
    const cards = await screen.findAllByTestId("expert-card");
    expect(cards.map((card) => card.dataset.expert)).toEqual([
      "technical_analyst",
      "financial_auditor",
    ]);
    expect(within(cards[1]!).getByText("No financial report was known.")).toBeTruthy();
  });

  it("lists a risk with its probability, its mitigation and what sets it off", async () => {
    renderApp("/research/s-1", serverWith({}));
    const matrix = await screen.findByTestId("risk-matrix");
    const [first] = within(matrix).getAllByRole("row").slice(1);
    const cells = within(first!).getAllByRole("cell");
    expect(cells[1]!.textContent).toContain("A weak quarter");
    expect(cells[5]!.textContent).toContain("The next report");
  });

  it("draws a figure with its title and what is to be seen in it", async () => {
    renderApp("/research/s-1", serverWith({}));
    const figure = await screen.findByRole("img", { name: /^Experts: direction and confidence/ });
    expect(figure.querySelectorAll("line, rect, text").length).toBe(3);
    expect(figure.querySelector("desc")!.textContent).toBe(
      "Technical analyst: bullish, confidence 48%",
    );
  });

  it("sets bull and bear side by side", async () => {
    renderApp("/research/s-1", serverWith({}));
    const bull = await screen.findByTestId("bull-column");
    expect(within(bull).getByText("It rises.")).toBeTruthy();
    expect(within(screen.getByTestId("bear-column")).getByText("It falls.")).toBeTruthy();
  });

  it("follows a running session and shows its report when it has ended", async () => {
    const running = detailOf({ status: "running", result: null });
    let isEnded = false;
    const server = serverWith({
      [`GET ${SESSIONS}/s-1`]: () => Response.json(isEnded ? detailOf({}) : running),
      [`GET ${SESSIONS}/s-1/events`]: () => {
        isEnded = true;
        return events(
          ["research_started", { kept: [] }],
          ["node_started", { node: "technical_analyst_node" }],
          ["research_finished", { status: "partial" }],
        );
      },
    });
    renderApp("/research/s-1", server);
    expect(await screen.findByTestId("research-verdict")).toBeTruthy();
    expect(screen.getAllByTestId("expert-progress").length).toBe(7);
  });

  it("retries what failed, and says so when the server will not", async () => {
    const server = serverWith({
      [`POST ${SESSIONS}/s-1/retry`]: () => failure(409, "conflict", "It was started just now."),
    });
    const { user } = renderApp("/research/s-1", server);
    await user.click(await screen.findByRole("button", { name: sessionWords.en.retry }));
    expect((await screen.findByRole("alert")).textContent).toContain("It was started just now.");
  });

  it("that lacked newer bars can be asked again as of the last day with data", async () => {
    const ordered: unknown[] = [];
    const details = { found: 0, needed: 30, symbol: "UNH", last_day: "2025-07-31" };
    const failures = { technical_analyst: { code: "too_few_bars", details } };
    const server = serverWith(
      {
        "POST /api/v1/coordinator/research": async (request) => {
          ordered.push(await request.json());
          return events(["research_started", { session_id: "s-2" }]);
        },
      },
      detailOf({ symbol: "UNH", status: "failed", failures }),
    );
    const { user } = renderApp("/research/s-1", server);
    expect(await screen.findByText(/newest daily bar of UNH is from Jul 31, 2025/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Research as of Jul 31, 2025" }));
    await waitFor(() => expect(window.location.pathname).toBe("/research/s-2"));
    expect(ordered).toMatchObject([{ symbol: "UNH", analysis_date: "2025-07-31" }]);
  });

  it("makes a strategy of a verdict to buy, and goes to its page", async () => {
    const verdict = { ...RESULT.verdict, action: "BUY" };
    const detail = detailOf({ status: "completed", result: { ...RESULT, verdict } });
    const server = serverWith({ "POST /api/v1/strategies/from-research": madeStrategy }, detail);
    const { user } = renderApp("/research/s-1", server);
    await user.click(await screen.findByTestId("make-strategy"));
    await waitFor(() => expect(window.location.pathname).toBe("/strategies/s-9"));
  });

  it("offers no strategy where the verdict gives no entry", async () => {
    const verdict = { ...RESULT.verdict, action: "HOLD" };
    const detail = detailOf({ status: "completed", result: { ...RESULT, verdict } });
    renderApp("/research/s-1", serverWith({}, detail));
    await screen.findByRole("region", { name: sessionWords.en.actions });
    expect(screen.queryByTestId("make-strategy")).toBeNull();
  });

  it("offers no retry where nothing failed", async () => {
    const whole = { ...RESULT, overall_status: "completed" as const };
    renderApp("/research/s-1", serverWith({}, detailOf({ status: "completed", result: whole })));
    await screen.findByTestId("research-verdict");
    expect(screen.queryByRole("button", { name: sessionWords.en.retry })).toBeNull();
  });
});

describe("comparing two sessions", () => {
  it("says which signals changed", async () => {
    const verdict = { ...RESULT.verdict, action: "BUY" };
    const server = serverWith({});
    server.answers.set(
      `${SESSIONS}/s-2`,
      detailOf({ session_id: "s-2", result: { ...RESULT, verdict } }),
    );
    renderApp("/research/compare?a=s-1&b=s-2", server);
    expect(await screen.findByText("Judge: Hold → Buy")).toBeTruthy();
  });

  it("is reached by ticking two entries, the older one first", async () => {
    const server = serverWith({});
    const sessions = [detailOf({ session_id: "s-2" }), detailOf({})];
    server.answers.set(SESSIONS, { sessions, next: null });
    server.answers.set(`${SESSIONS}/s-2`, sessions[0]);
    const { user } = renderApp("/research", server);
    const [newer, older] = await screen.findAllByTestId("research-item");
    await user.click(within(newer!).getByRole("checkbox"));
    await user.click(within(older!).getByRole("checkbox"));
    await user.click(screen.getByRole("button", { name: say.compare }));
    expect(window.location.search).toBe("?a=s-1&b=s-2");
  });
});
