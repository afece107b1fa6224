// The document of the session in research.ts, in the shape that the server sends.
import type { ReportDocument } from "../document/document";

const CLOSE = { text: "17.90 CNY/share", anchor: "technical_analyst-E1" };

function text(kind: "paragraph" | "item" | "note", words: string) {
  return { type: "block" as const, kind, spans: [{ text: words, anchor: null }] };
}

function section(
  chapter: "cover" | "thesis" | "experts" | "expert" | "debate" | "risks",
  key: string,
  title: string,
  parts: ReportDocument["parts"],
  more: ReportDocument["parts"] = [],
) {
  return {
    type: "section" as const,
    chapter,
    key,
    title,
    parts,
    more,
    badge: "",
    tone: "ink" as const,
  };
}

const LEANINGS = {
  type: "figure" as const,
  name: "experts",
  source: "Bar length is the expert's confidence",
  wide: null,
  drawing: {
    width: 480,
    height: 60,
    title: "Experts: direction and confidence",
    description: "Technical analyst: bullish, confidence 48%",
    shapes: [
      {
        type: "line" as const,
        x1: 0,
        y1: 0,
        x2: 10,
        y2: 0,
        tone: "soft" as const,
        width: 1,
        dashed: true,
      },
      {
        type: "box" as const,
        x: 0,
        y: 0,
        width: 10,
        height: 10,
        tone: "rise" as const,
        opacity: 1,
      },
      {
        type: "text" as const,
        x: 0,
        y: 9,
        text: "48%",
        tone: "ink" as const,
        size: 12,
        side: "start" as const,
        bold: false,
      },
    ],
  },
};

export const DOCUMENT: ReportDocument = {
  title: "Demo Galaxy Works DEMO1.SZ",
  language: "en",
  grounding: null,
  notes: { "technical_analyst-E1": 1 },
  subtitle: "",
  fold: "Read in full",
  parts: [
    { type: "block", kind: "title", spans: [{ text: "Demo Galaxy Works DEMO1.SZ", anchor: null }] },
    section("cover", "cover", "At a glance", [
      {
        type: "facts",
        compact: false,
        facts: [
          {
            label: "Verdict",
            value: [{ text: "Hold", anchor: null }],
            tone: "accent",
            strong: true,
          },
          { label: "Last close", value: [CLOSE], tone: "ink", strong: true },
        ],
      },
    ]),
    section("experts", "experts", "The five experts", [
      LEANINGS,
      section("expert", "technical_analyst", "Technical analyst", [
        {
          type: "block",
          kind: "paragraph",
          spans: [{ text: "The close of ", anchor: null }, CLOSE],
        },
      ]),
      section("expert", "financial_auditor", "Financial auditor", [
        text("paragraph", "No financial report was known."),
      ]),
    ]),
    section("debate", "debate", "Debate", [
      {
        type: "columns",
        left: { title: "The bull", tone: "rise", parts: [text("item", "It rises.")] },
        right: { title: "The bear", tone: "fall", parts: [text("item", "It falls.")] },
      },
    ]),
    section("risks", "risks", "Risk matrix", [
      {
        type: "table",
        head: ["#", "Risk", "Probability", "Impact", "Mitigation", "Trigger"],
        rows: [
          [
            "1",
            [{ text: "A weak quarter", anchor: null }],
            "high",
            "medium",
            "Wait.",
            "The next report",
          ],
        ],
        anchors: [null],
      },
    ]),
    text("note", "Made by software; not investment advice."),
  ],
};
