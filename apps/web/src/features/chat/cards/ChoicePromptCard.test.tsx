import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { ApiProvider } from "../../../api/ApiContext";
import { createApi } from "../../../api/client";
import { createMutex } from "../../../api/mutex";
import { createTokens } from "../../../api/tokens";
import { LanguageProvider } from "../../../i18n/LanguageContext";
import ChoicePromptCard from "./ChoicePromptCard";

const FINISHED = { type: "job_finished", status: "succeeded", error: null };

describe("an offer to fetch data", () => {
  it.each([
    ["research_instrument", "Research TSLA"],
    ["target_instrument", "TSLA"],
  ])("of the question %s goes on with “%s”", async (choiceId, said) => {
    const onSay = offered(choiceId);
    await userEvent.setup().click(screen.getByRole("button", { name: "Fetch data for TSLA" }));
    await waitFor(() => expect(onSay).toHaveBeenCalledExactlyOnceWith(said));
  });

  it("offers to import a file instead", () => {
    offered("research_instrument");
    expect(screen.getByRole("link", { name: "Import a file" }).getAttribute("href")).toBe("/data");
  });
});

function offered(choiceId: string) {
  const onSay = vi.fn<(text: string) => void>();
  const api = createApi({
    baseUrl: "http://server.test",
    fetch: (request) => Promise.resolve(answerTo(request)),
    tokens: createTokens(localStorage),
    mutex: createMutex("test", undefined),
    language: () => "en",
  });
  const options = [{ id: "fetch:TSLA", label: "Fetch data for TSLA", subtitle: null }];
  render(
    <LanguageProvider storage={localStorage}>
      <ApiProvider api={api}>
        <ChoicePromptCard
          card={{ type: "choice_prompt", choice_id: choiceId, question: "Fetch it?", options }}
          sessionId="session-1"
          isOpen
          onSay={onSay}
        />
      </ApiProvider>
    </LanguageProvider>,
  );
  return onSay;
}

function answerTo(request: Request): Response {
  if (request.url.includes("/events"))
    return new Response(`id: 1\nevent: job_finished\ndata: ${JSON.stringify(FINISHED)}\n\n`);
  return Response.json({ job_id: "j1", status: "succeeded" }, { status: 202 });
}
