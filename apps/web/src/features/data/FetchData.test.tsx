import { render, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiProvider } from "../../api/ApiContext";
import { createApi } from "../../api/client";
import { createMutex } from "../../api/mutex";
import { createTokens } from "../../api/tokens";
import { LanguageProvider } from "../../i18n/LanguageContext";
import { failure } from "../../testing/FakeServer";
import { FetchData } from "./FetchData";

describe("the data of an instrument", () => {
  it("are fetched by a job that is followed, and then one goes on", async () => {
    const { onFetched, asked } = fetchData("succeeded");
    await waitFor(() => expect(onFetched).toHaveBeenCalledTimes(1));
    expect(asked[0]).toMatchObject({ symbol: "ZQXA", timeframe: "1d" });
  });

  it("that no source has are said to be missing, with the reason", async () => {
    const scrolled = vi.fn<(options: ScrollIntoViewOptions) => void>();
    HTMLElement.prototype.scrollIntoView = scrolled as HTMLElement["scrollIntoView"];
    const { onFetched, onFailed } = fetchData("failed");
    await screen.findByText("Failed: Tiingo has nothing of ZQXA.");
    await waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1));
    expect(onFetched).not.toHaveBeenCalled();
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ block: "nearest" });
  });

  it("that are refused say why", async () => {
    const { onFailed } = fetchData("refused");
    expect((await screen.findByRole("alert")).textContent).toContain("Say which one you mean.");
    expect(onFailed).toHaveBeenCalledTimes(1);
  });
});

function fetchData(ending: "succeeded" | "failed" | "refused") {
  const asked: unknown[] = [];
  const error = ending === "failed" ? "Tiingo has nothing of ZQXA." : null;
  const answer = async (request: Request): Promise<Response> => {
    if (request.url.includes("/events")) return new Response(finished(ending, error));
    if (request.method === "POST") {
      asked.push(await request.json());
      if (ending === "refused") {
        return failure(409, "ambiguous_instrument", "Say which one you mean.");
      }
      return Response.json({ job_id: "j1", status: "queued" }, { status: 202 });
    }
    return Response.json({ job_id: "j1", status: ending });
  };
  const api = createApi({
    baseUrl: "http://server.test",
    fetch: answer,
    tokens: createTokens(localStorage),
    mutex: createMutex("test", undefined),
    language: () => "en",
  });
  const onFetched = vi.fn<() => void>();
  const onFailed = vi.fn<() => void>();
  render(
    <LanguageProvider storage={localStorage}>
      <ApiProvider api={api}>
        <FetchData symbol="ZQXA" onFetched={onFetched} onFailed={onFailed} />
      </ApiProvider>
    </LanguageProvider>,
  );
  return { onFetched, onFailed, asked };
}

function finished(status: string, error: string | null): string {
  return `id: 1\nevent: job_finished\ndata: ${JSON.stringify({ type: "job_finished", status, error })}\n\n`;
}
