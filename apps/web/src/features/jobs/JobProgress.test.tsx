import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiProvider } from "../../api/ApiContext";
import { createApi } from "../../api/client";
import { createTokens } from "../../api/tokens";
import { createMutex } from "../../api/mutex";
import { formatIn } from "../../i18n/format";
import { LanguageProvider } from "../../i18n/LanguageContext";
import { failure } from "../../testing/FakeServer";
import { JobProgress } from "./JobProgress";

const STARTED = event(1, "job_started", { attempt: 1 });
const HALF = event(2, "job_progress", { fraction: 0.5, message: "Trading bar by bar" });

describe("a job that is followed", () => {
  it("waits its turn until the work has begun", async () => {
    follow([]);
    expect(await screen.findByText("Queued")).toBeDefined();
  });

  it("says how far it is and what it is doing", async () => {
    follow([STARTED, HALF]);
    const half = formatIn("en").percent(0.5, 0);
    await screen.findByText(`${half} · Trading bar by bar`);
    expect(screen.getByRole("progressbar")).toHaveProperty("value", 0.5);
  });

  it("says why it failed, and ends once", async () => {
    const onEnd = follow([
      STARTED,
      event(3, "job_finished", { status: "failed", error: "No bars of DEMO9." }),
    ]);
    await screen.findByText("Failed: No bars of DEMO9.");
    expect(screen.queryByTestId("job-cancel")).toBeNull();
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it("asks the server once to stop, however often the button is pressed", async () => {
    const cancel = vi.fn<() => Response>(() => Response.json({}));
    follow([STARTED, HALF], cancel);
    await userEvent.dblClick(await screen.findByTestId("job-cancel"));
    await screen.findByText(/next safe point/);
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it("says what the server said when it cannot be stopped, and lets one try again", async () => {
    follow([STARTED, HALF], () => failure(409, "conflict", "It is too late."));
    await userEvent.click(await screen.findByTestId("job-cancel"));
    expect((await screen.findByRole("alert")).textContent).toContain("It is too late.");
    expect(screen.getByTestId("job-cancel").hasAttribute("disabled")).toBe(false);
  });
});

/** Renders the progress of a job whose stream tells these events and then stays open. */
function follow(events: string[], cancel: () => Response = () => Response.json({})) {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(events.join("")));
    },
  });
  const api = createApi({
    baseUrl: "http://server.test",
    fetch: (request) =>
      Promise.resolve(request.url.endsWith("/cancel") ? cancel() : new Response(stream)),
    tokens: createTokens(localStorage),
    mutex: createMutex("test", undefined),
    language: () => "en",
  });
  const onEnd = vi.fn<() => void>();
  render(
    <LanguageProvider storage={localStorage}>
      <ApiProvider api={api}>
        <JobProgress jobId="job-1" onEnd={onEnd} />
      </ApiProvider>
    </LanguageProvider>,
  );
  return onEnd;
}

function event(id: number, type: string, data: object): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
