import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { LanguageProvider } from "../../../i18n/LanguageContext";
import { choiceMessage } from "../choice";
import ChoicePromptCard from "./ChoicePromptCard";

const OFFER = { id: "fetch:TSLA", label: "Fetch data for TSLA", subtitle: null };

describe("an offer to fetch data", () => {
  it.each(["research_instrument", "target_instrument"])(
    "of the question %s is said to the desk, which fetches and goes on by itself",
    async (choiceId) => {
      const onSay = offered(choiceId);
      await userEvent.setup().click(screen.getByRole("button", { name: OFFER.label }));
      expect(onSay).toHaveBeenCalledExactlyOnceWith(choiceMessage(choiceId, OFFER));
    },
  );

  it("offers to import a file instead", () => {
    offered("research_instrument");
    expect(screen.getByRole("link", { name: "Import a file" }).getAttribute("href")).toBe("/data");
  });
});

describe("a way to a conversation of its own", () => {
  it("opens it, and says nothing in this one", async () => {
    window.history.replaceState(null, "", "/chat/session-1");
    const onSay = offered("watch", {
      id: "new_conversation",
      label: "New conversation",
      subtitle: null,
    });
    await userEvent.setup().click(screen.getByRole("button", { name: "New conversation" }));
    expect(onSay).not.toHaveBeenCalled();
    expect(window.location.pathname).toBe("/chat");
  });
});

function offered(choiceId: string, option = OFFER) {
  const onSay = vi.fn<(text: string) => void>();
  render(
    <LanguageProvider storage={localStorage}>
      <ChoicePromptCard
        card={{
          type: "choice_prompt",
          choice_id: choiceId,
          question: "Fetch it?",
          options: [option],
        }}
        sessionId="session-1"
        isOpen
        onSay={onSay}
      />
    </LanguageProvider>,
  );
  return onSay;
}
