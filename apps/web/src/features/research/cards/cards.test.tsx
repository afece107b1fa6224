import { render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { ApiProvider } from "../../../api/ApiContext";
import { LanguageProvider } from "../../../i18n/LanguageContext";
import { FakeServer } from "../../../testing/FakeServer";
import { apiOf } from "../../../testing/renderApp";
import { detailOf, RESULT } from "../testing/research";
import DebateCardView from "./DebateCardView";
import ResearchReportCard from "./ResearchReportCard";

function draw(card: ReactNode, detail = detailOf({})) {
  const server = new FakeServer();
  server.answers.set("/api/v1/coordinator/research/sessions/s-1", detail);
  render(
    <ApiProvider api={apiOf(server)}>
      <LanguageProvider storage={localStorage}>{card}</LanguageProvider>
    </ApiProvider>,
  );
}

const CARD = { research_session_id: "s-1", symbol: "DEMO1.SZ" };
const IN_CHAT = { isOpen: true, onSay: () => undefined, sessionId: "chat-1" };

describe("a card of research", () => {
  it("shows each expert's signal, the verdict and where the rest is", async () => {
    const card = { ...CARD, type: "research_report", status: "partial" } as const;
    draw(<ResearchReportCard card={card} {...IN_CHAT} />);
    expect(await screen.findByText("Hold")).toBeTruthy();
    expect(screen.getByText("Bullish")).toBeTruthy();
    expect(screen.getByText("Failed")).toBeTruthy();
    expect(screen.getByRole("link").getAttribute("href")).toBe("/research/s-1");
  });

  it("puts bull and bear into columns, without the tags of their evidence", async () => {
    draw(<DebateCardView card={{ ...CARD, type: "debate_card" }} {...IN_CHAT} />);
    const bull = await screen.findByTestId("bull-column");
    expect(bull.textContent).toContain("The close is 17.90 CNY/share.");
    expect(screen.getByTestId("bear-column").textContent).toContain("It falls.");
  });

  it("says why there was no debate", async () => {
    const result = { ...RESULT, debate_outcome: null, debate_error: "The model was silent." };
    draw(
      <DebateCardView card={{ ...CARD, type: "debate_card" }} {...IN_CHAT} />,
      detailOf({ result }),
    );
    expect(await screen.findByText(/The model was silent/)).toBeTruthy();
  });
});
