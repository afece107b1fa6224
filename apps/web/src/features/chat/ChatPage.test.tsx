import { createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { failure } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import { good, trend } from "../strategies/testing";
import { answer, doneEvent, startEvent, event } from "./testing/events";
import { message, openStream, streamOf, FakeChatServer } from "./testing/FakeChatServer";
import { words } from "./words";

// Whole pages with lazy parts: a busy machine needs longer than the usual second.

const market = {
  type: "choice_prompt" as const,
  choice_id: "target_market",
  question: "Which market?",
  options: [
    { id: "cn_stocks", label: "China A-shares", subtitle: "T+1" },
    { id: "us_stocks", label: "US stocks" },
  ],
};
const asked = message({ id: "m-1", content: "hello" });
const answered = message({
  id: "m-2",
  role: "assistant",
  content: "Hello. Which market?",
  engine: "rules",
  token_usage: { engine: "rules" },
  cards: [market],
});

let talking: FakeChatServer;

beforeAll(async () => {
  await Promise.all([
    import("./ChatPage"),
    import("./cards/ChoicePromptCard"),
    import("../strategies/cards/StrategyCardView"),
    import("../../ui/Markdown"),
  ]);
}, 60_000);

beforeEach(() => {
  talking = new FakeChatServer();
});

async function open(address = "/chat/s-1") {
  const { user } = renderApp(address, talking.server);
  const composer = await screen.findByTestId<HTMLTextAreaElement>("composer");
  return { user, composer };
}

const messages = () =>
  [...document.querySelectorAll("[data-testid^=message-]")].map((each) => each.textContent);

describe("a new conversation", () => {
  it("begins with one of the openings, gets an address, and shows the answer once", async () => {
    talking.replies.push(() => {
      talking.keep({
        messages: [
          message({ id: "m-1", turn_id: "t-1", content: words.en.opening_1 }),
          message({ id: "m-2", turn_id: "t-1", role: "assistant", content: "Welcome." }),
        ],
      });
      return streamOf(answer("Welcome."));
    });
    const { user } = await open("/chat");
    await user.click(screen.getAllByTestId("opening")[0]!);
    await waitFor(() => expect(window.location.pathname).toBe("/chat/s-1"));
    expect(await screen.findByText("Welcome.")).toBeTruthy();
    expect(talking.sent).toMatchObject([
      { message: words.en.opening_1, language: "en", session_id: null },
    ]);
    expect(await screen.findAllByTestId("message-assistant")).toHaveLength(1);
    expect(screen.getAllByTestId("message-user")).toHaveLength(1);
  });
});

describe("choosing an option", () => {
  it("sends the tag and shows the label, and only the newest choices can be chosen", async () => {
    talking.keep({ messages: [asked, answered] });
    const stream = openStream();
    talking.replies.push(stream.response);
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: /China A-shares/ }));
    expect(talking.sent[0]?.message).toBe(
      '<CHOICE_SELECTION>{"choice_id":"target_market","selected_option_id":"cn_stocks","selected_option_label":"China A-shares"}</CHOICE_SELECTION>',
    );
    expect(screen.getAllByTestId("message-user").at(-1)?.textContent).toBe("You: China A-shares");
    const chosen = screen.getByRole<HTMLButtonElement>("button", { name: /China A-shares/ });
    expect(chosen.disabled).toBe(true);
    expect(chosen.getAttribute("aria-pressed")).toBe("true");
    stream.say(...answer("Noted.", [{ ...market, options: market.options.slice(1) }]));
    await screen.findByText("Noted.");
    const enabled = screen
      .getAllByTestId<HTMLButtonElement>("choice-option")
      .filter((option) => !option.disabled);
    expect(enabled.map((option) => option.dataset.option)).toEqual(["us_stocks"]);
  });

  it("works with the arrow keys", async () => {
    talking.keep({ messages: [asked, answered] });
    const { user } = await open();
    (await screen.findByRole("button", { name: /China A-shares/ })).focus();
    await user.keyboard("{ArrowDown}");
    expect(document.activeElement?.textContent).toContain("US stocks");
  });
});

describe("the step of the conversation", () => {
  it("is loaded again as soon as a strategy is confirmed in its card", async () => {
    const { answers } = talking.server;
    const card = { type: "strategy_card" as const, dsl_json: trend };
    answers.set("/api/v1/strategies/validate", good);
    answers.set("/api/v1/strategies/confirm", {
      strategy_id: "s1",
      version: 1,
      phase: "stress_test",
      backtest_job_id: null,
      auto_started: false,
      transition: { moved: true, reason: "confirmed" },
    });
    const kept = [
      message({ id: "m-1", turn_id: "t-1", content: "draft it" }),
      message({ id: "m-2", turn_id: "t-1", role: "assistant", content: "Here.", cards: [card] }),
    ];
    talking.keep({ phase: "strategy" });
    talking.replies.push(() => {
      talking.keep({ phase: "strategy", messages: kept });
      return streamOf(answer("Here.", [card]));
    });
    const { user, composer } = await open();
    await user.type(composer, "draft it{Enter}");
    const confirm = await screen.findByTestId("strategy-confirm");
    const rail = screen.getByTestId("phase-rail");
    await waitFor(() => expect(rail.dataset.phase).toBe("strategy"));
    talking.keep({ phase: "stress_test", messages: kept });
    await user.click(confirm);
    await screen.findByTestId("strategy-confirmed");
    await waitFor(() => expect(rail.dataset.phase).toBe("stress_test"));
  });
});

describe("an open turn", () => {
  it("is gone on with after a reload, until its end", async () => {
    const stream = openStream();
    const question = message({ turn_id: "t-1", content: "hello" });
    talking.keep({ messages: [question], open_turn_id: "t-1" });
    talking.followed.push(stream.response);
    await open();
    await screen.findByTestId("stop");
    stream.say(...answer("Back again.").slice(0, 3));
    expect(await screen.findByText("Back again.")).toBeTruthy();
    talking.keep({
      messages: [
        question,
        message({ id: "m-2", turn_id: "t-1", role: "assistant", content: "Back again." }),
      ],
    });
    stream.say(doneEvent(4));
    await screen.findByTestId("send");
    expect(messages()).toHaveLength(2);
  });

  it("loses nothing and doubles nothing when the connection breaks, and says so meanwhile", async () => {
    talking.keep();
    const first = openStream();
    const second = openStream();
    talking.replies.push(first.response);
    talking.followed.push(second.response);
    const { user, composer } = await open();
    await user.type(composer, "hello{Enter}");
    first.say(startEvent(1), event(2, { type: "text_delta", delta: "One, " }));
    await screen.findByText(/One,/);
    first.breakOff();
    expect(await screen.findByTestId("reconnecting")).toBeTruthy();
    second.say(
      event(2, { type: "text_delta", delta: "One, " }),
      event(3, { type: "text_delta", delta: "two." }),
      doneEvent(4),
    );
    expect(await screen.findByText("One, two.")).toBeTruthy();
    expect(screen.queryByTestId("reconnecting")).toBeNull();
    expect(talking.sent).toHaveLength(1);
    expect(talking.asked).toContain("GET /api/v1/chat/turns/t-1/events?raw=false&after=2");
  });

  it("that broke before it began is sent again under the same id", async () => {
    talking.keep();
    talking.replies.push(
      () => Promise.reject(new TypeError("Failed to fetch")),
      () => streamOf(answer("Here.")),
    );
    const { user, composer } = await open();
    await user.type(composer, "hello{Enter}");
    expect(await screen.findByText("Here.")).toBeTruthy();
    expect(talking.sent).toHaveLength(2);
    expect(talking.sent[1]).toEqual(talking.sent[0]);
  });

  it("can be stopped", async () => {
    talking.keep();
    const stream = openStream();
    talking.replies.push(stream.response);
    talking.onStop = () => stream.say(doneEvent(3));
    const { user, composer } = await open();
    await user.type(composer, "hello{Enter}");
    stream.say(startEvent(1), event(2, { type: "text_delta", delta: "A long st" }));
    await screen.findByText("A long st");
    await user.click(screen.getByTestId("stop"));
    expect(await screen.findByTestId("send")).toBeTruthy();
    expect(talking.asked).toContain("POST /api/v1/chat/turns/t-1/stop");
  });
});

describe("what goes wrong", () => {
  it("in an answer is said, and the message can be sent again", async () => {
    talking.keep();
    const broken = [
      startEvent(1),
      event(2, { type: "text_delta", delta: "It took too long." }),
      doneEvent(3, { stream_error: "timeout" }),
    ];
    talking.replies.push(
      () => streamOf(broken),
      () => streamOf(answer("Now.")),
    );
    const { user, composer } = await open();
    await user.type(composer, "hello{Enter}");
    const failed = await screen.findByTestId("turn-failed");
    await user.click(within(failed).getByRole("button", { name: words.en.send_again }));
    await waitFor(() => expect(talking.sent).toHaveLength(2));
    expect(talking.sent[1]?.message).toBe("hello");
    expect(talking.sent[1]?.client_turn_id).not.toBe(talking.sent[0]?.client_turn_id);
  });

  it("in an answer is still said after a reload, until a later message goes well", async () => {
    const timeout = {
      class: "StreamTimeout",
      message: "The answer took longer than 300 s.",
      category: "timeout",
      status_code: null,
      request_id: null,
    };
    talking.keep({ messages: [asked, { ...answered, cards: [], failure: timeout }] });
    talking.replies.push(() => streamOf(answer("Now.")));
    const { user } = await open();
    const failed = await screen.findByTestId("turn-failed");
    expect(failed.textContent).toContain(words.en.failed);
    expect(failed.textContent).toContain("The answer took longer than 300 s.");
    await user.click(within(failed).getByRole("button", { name: words.en.send_again }));
    expect(await screen.findByText("Now.")).toBeTruthy();
    expect(talking.sent).toMatchObject([{ message: "hello", session_id: "s-1" }]);
    expect(screen.queryByRole("button", { name: words.en.send_again })).toBeNull();
  });

  it("because another message is being answered is explained, and the text is back", async () => {
    talking.keep();
    talking.replies.push(() => failure(409, "turn_open", "One turn at a time."));
    const { user, composer } = await open();
    await user.type(composer, "hello{Enter}");
    expect((await screen.findByRole("alert")).textContent).toContain(words.en.busy_elsewhere);
    expect(composer.value).toBe("hello");
  });

  it("leaves a message without an answer with a way to send it again", async () => {
    talking.keep({ messages: [asked] });
    await open();
    expect((await screen.findByTestId("turn-failed")).textContent).toContain(words.en.unanswered);
  });
});

describe("the composer", () => {
  it("does not send while a character is being composed, nor on Shift and Enter", async () => {
    talking.keep();
    const { composer } = await open();
    fireEvent.change(composer, { target: { value: "nihao" } });
    fireEvent.keyDown(composer, { key: "Enter", isComposing: true });
    fireEvent.keyDown(composer, { key: "Enter", keyCode: 229 });
    fireEvent.keyDown(composer, { key: "Enter", shiftKey: true });
    expect(talking.sent).toEqual([]);
    const enter = createEvent.keyDown(composer, { key: "Enter" });
    fireEvent(composer, enter);
    await waitFor(() => expect(talking.sent).toHaveLength(1));
    expect(enter.defaultPrevented).toBe(true);
  });

  it("says how long a message may be, and does not send a longer one", async () => {
    talking.keep();
    const { composer } = await open();
    fireEvent.change(composer, { target: { value: "x".repeat(20_001) } });
    expect(screen.getByRole("alert").textContent).toContain("20,001");
    expect(screen.getByTestId<HTMLButtonElement>("send").disabled).toBe(true);
  });

  it("takes the last message back to change it, and sends it as a new one", async () => {
    talking.keep({ messages: [asked, answered] });
    talking.replies.push(() => streamOf(answer("Changed.")));
    const { user, composer } = await open();
    await user.click(await screen.findByTestId("edit-message"));
    expect(composer.value).toBe("hello");
    expect(document.activeElement).toBe(composer);
    expect(screen.getByText(words.en.editing)).toBeTruthy();
    await user.type(composer, " again{Enter}");
    expect(await screen.findByText("Changed.")).toBeTruthy();
    expect(talking.sent[0]).toMatchObject({ session_id: "s-1", message: "hello again" });
    expect(messages()[0]).toContain("hello");
  });

  it("keeps what was written in each conversation", async () => {
    talking.keep();
    const { user, composer } = await open();
    await user.type(composer, "half a thought");
    await user.click(screen.getByTestId("new-conversation"));
    await screen.findByTestId("empty-chat");
    expect(screen.getByTestId<HTMLTextAreaElement>("composer").value).toBe("");
    await user.click(await screen.findByRole("link", { name: /A strategy/ }));
    await screen.findByTestId("phase-rail");
    expect(screen.getByTestId<HTMLTextAreaElement>("composer").value).toBe("half a thought");
  });
});
