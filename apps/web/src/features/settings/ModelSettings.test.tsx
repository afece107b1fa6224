import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { failure, FakeServer } from "../../testing/FakeServer";
import { renderApp } from "../../testing/renderApp";
import { changeOf, complaintsOf, type Config, draftOf } from "./models/configDraft";
import { grouped, type Usage } from "./money/usage";
import { words } from "./words";

// The whole page is rendered here, which takes its time on a busy machine.

const OWN: Config = {
  alias: "mine",
  origin: "own",
  provider: "auto",
  model: "m-1",
  base_url: null,
  api_key: "…5678",
  priority: 10,
  tags: [],
  max_output_tokens: 4096,
  price: null,
  timeouts: { connect: 10, read: 120, idle: 60 },
  enabled: true,
  problem: "",
  created_at: null,
  updated_at: null,
};
const LINE: Usage["lines"][number] = {
  day: "2026-11-15",
  model: "m-1",
  caller: "chat",
  calls: 4,
  failed: 1,
  input_tokens: 100,
  output_tokens: 50,
  cost: "0.25",
  unpriced_calls: 0,
};
const NOTHING = { money: "0", tokens: 0 };
const USAGE: Usage = {
  since: "2026-10-17",
  until: "2026-11-15",
  lines: [LINE, { ...LINE, caller: "debate", cost: null, unpriced_calls: 2 }],
  totals: {
    calls: 8,
    failed: 2,
    input_tokens: 200,
    output_tokens: 100,
    cost: "0.25",
    unpriced_calls: 2,
  },
  budgets: [
    {
      name: "day",
      money_limit: "5",
      token_limit: null,
      spent: { money: "0.25", tokens: 300 },
      reserved: NOTHING,
    },
    { name: "user", money_limit: null, token_limit: null, spent: NOTHING, reserved: NOTHING },
  ],
};

function settings(configs: Config[]) {
  const server = new FakeServer();
  server.answers.set("/api/v1/llm-platform/configs", { configs });
  server.answers.set("/api/v1/llm-platform/usage", USAGE);
  return renderApp("/settings", server);
}

describe("models", () => {
  it("say that a key is stored and never show it, not even masked", async () => {
    const { user } = settings([OWN]);
    const item = await screen.findByTestId("config-item");
    expect(within(item).getByText(words.en.has_key)).toBeTruthy();
    expect(item.textContent).not.toContain("5678");
    await user.click(within(item).getByRole("button", { name: words.en.edit }));
    const key = within(item).getByLabelText(new RegExp(`^${words.en.api_key}`));
    expect(key).toMatchObject({ type: "password", value: "" });
  });

  it("from the machine's settings cannot be edited or deleted here", async () => {
    settings([{ ...OWN, origin: "settings" }]);
    const item = await screen.findByTestId("config-item");
    expect(within(item).queryByRole("button", { name: words.en.edit })).toBeNull();
    expect(within(item).queryByRole("button", { name: words.en.remove })).toBeNull();
    expect(within(item).getByText(words.en.from_settings_text)).toBeTruthy();
  });

  it("are not sent to the server until what is missing is filled in", async () => {
    const { user, server } = settings([]);
    await user.click(await screen.findByTestId("config-add"));
    await user.click(screen.getByRole("button", { name: words.en.save }));
    expect(screen.getAllByText(words.en.missing)).toHaveLength(2);
    expect(server.requests).not.toContain("POST /api/v1/llm-platform/configs");
    await user.type(screen.getByRole("textbox", { name: words.en.alias }), "mine");
    await user.type(screen.getByRole("textbox", { name: words.en.model }), "m-1");
    await user.click(screen.getByRole("button", { name: words.en.save }));
    await waitFor(() => expect(server.requests).toContain("POST /api/v1/llm-platform/configs"));
    expect(await screen.findByTestId("config-add")).toBeTruthy();
  });

  it("change the mode that the page names as soon as they are saved or deleted", async () => {
    const { user, server } = settings([OWN]);
    const badge = await screen.findByTestId("desk-mode");
    const mode = (desk_mode: "rules" | "llm") => (server.about = { ...server.about, desk_mode });
    await user.click(await screen.findByTestId("config-add"));
    await user.type(screen.getByRole("textbox", { name: words.en.alias }), "other");
    await user.type(screen.getByRole("textbox", { name: words.en.model }), "m-1");
    mode("llm");
    expect(badge.dataset.mode).toBe("rules");
    await user.click(screen.getByRole("button", { name: words.en.save }));
    await waitFor(() => expect(badge.dataset.mode).toBe("llm"));
    mode("rules");
    const done = new Response(null, { status: 204 });
    server.answers.set("/api/v1/llm-platform/configs/mine", done);
    const item = screen.getByTestId("config-item");
    await user.click(within(item).getByRole("button", { name: words.en.remove }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: words.en.remove }));
    await waitFor(() => expect(badge.dataset.mode).toBe("rules"));
  });

  it("keep the form and say the server's words when the server refuses", async () => {
    const { user, server } = settings([]);
    await user.click(await screen.findByTestId("config-add"));
    await user.type(screen.getByRole("textbox", { name: words.en.alias }), "mine");
    await user.type(screen.getByRole("textbox", { name: words.en.model }), "m-1");
    server.nextAnswer = failure(409, "conflict", "There is one with this alias.");
    await user.click(screen.getByRole("button", { name: words.en.save }));
    expect((await screen.findByRole("alert")).textContent).toContain("this alias");
  });

  it("are deleted only after a second yes", async () => {
    const { user, server } = settings([OWN]);
    const item = await screen.findByTestId("config-item");
    await user.click(within(item).getByRole("button", { name: words.en.remove }));
    const gone = "DELETE /api/v1/llm-platform/configs/mine";
    expect(server.requests).not.toContain(gone);
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: words.en.remove }));
    await waitFor(() => expect(server.requests).toContain(gone));
  });
});

describe("a draft of a configuration", () => {
  it("leaves a key that was not typed as it is, and takes it away only when told to", () => {
    const draft = draftOf(OWN);
    expect(changeOf(draft)).not.toHaveProperty("api_key");
    expect(changeOf({ ...draft, isKeyRemoved: true }).api_key).toBeNull();
    expect(changeOf({ ...draft, api_key: "new" }).api_key).toBe("new");
  });

  it("wants both prices or neither, as numbers", () => {
    const draft = draftOf(OWN);
    expect(complaintsOf(draft)).toEqual({});
    expect(complaintsOf({ ...draft, price_input: "0.25" })).toEqual({ price_output: "price_both" });
    expect(complaintsOf({ ...draft, price_input: "a", price_output: "1" })).toEqual({
      price_input: "price_bad",
    });
  });
});

describe("money spent", () => {
  it("says what is known, and that the rest is unknown", async () => {
    settings([]);
    const total = await screen.findByTestId("usage-total");
    expect(total.textContent).toContain("$0.25");
    expect(total.textContent).toContain("2 more calls with unknown cost.");
  });

  it("draws a bar for a budget with a limit, and says where there is none", async () => {
    settings([]);
    const bar = await screen.findByRole("progressbar", { name: /Today: \$0.25 of \$5 spent/ });
    expect(bar).toHaveProperty("value", 0.05);
    expect(screen.getByText(/Per user: no limit/)).toBeTruthy();
  });

  it("is gathered by model or purpose, and an unknown cost is never added as zero", () => {
    expect(grouped(USAGE.lines, "model")).toMatchObject([{ calls: 8, cost: 0.25, unpriced: 2 }]);
    expect(grouped(USAGE.lines, "caller")).toMatchObject([
      { name: "chat", cost: 0.25 },
      { name: "debate", cost: null },
    ]);
  });
});
