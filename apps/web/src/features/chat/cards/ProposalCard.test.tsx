import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { LanguageProvider } from "../../../i18n/LanguageContext";
import { choiceMessage } from "../choice";
import ProposalCard from "./ProposalCard";

const OPTIONS = [
  { id: "accept", label: "Yes: 1–3 years", subtitle: null },
  { id: "change", label: "No, let me change that", subtitle: null },
];

describe("what was understood", () => {
  it.each(OPTIONS)("is answered by one tap: $id", async (option) => {
    const onSay = drawn(true);
    await userEvent.setup().click(screen.getByRole("button", { name: option.label }));
    expect(onSay).toHaveBeenCalledExactlyOnceWith(choiceMessage("proposal:t1", option));
  });

  it("says each field with its value", () => {
    drawn(true);
    expect(screen.getByText("trading experience: 1–3 years")).toBeDefined();
  });

  it("cannot be answered any more once the conversation has gone on", () => {
    drawn(false);
    for (const button of screen.getAllByRole<HTMLButtonElement>("button"))
      expect(button.disabled).toBe(true);
  });
});

function drawn(isOpen: boolean) {
  const onSay = vi.fn<(text: string) => void>();
  render(
    <LanguageProvider storage={localStorage}>
      <ProposalCard
        card={{
          type: "proposal",
          proposal_id: "proposal:t1",
          fields: { trading_years_bucket: "years_1_3" },
          labels: { trading_years_bucket: "trading experience: 1–3 years" },
          options: OPTIONS,
        }}
        sessionId="session-1"
        isOpen={isOpen}
        onSay={onSay}
      />
    </LanguageProvider>,
  );
  return onSay;
}
