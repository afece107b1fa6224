// The parts of a definition as blocks: its sentences, its numbers and its problems, each at the rule it belongs to.
import type { Problem, Sentence, Tunable } from "../types";
import { partOf, recordOf } from "../rules/document";
import type { Document } from "../types";
import type { SectionName } from "../rules/sections";

export type BlockKind = SectionName | "indicators" | "portfolio";

export interface Block {
  /** The pointer of the rule. */
  pointer: string;
  kind: BlockKind;
  side: "long" | "short" | null;
  /** What the block says of itself where the server has no sentence for it. */
  title: string | null;
  sentences: readonly string[];
  tunables: readonly Tunable[];
  problems: readonly Problem[];
}

interface Parts {
  document: Document | null;
  sentences: readonly Sentence[];
  tunables: readonly Tunable[];
  problems: readonly Problem[];
}

/** Market, indicators, then each side as it trades; what belongs nowhere else comes last. */
export function blocksOf({ document, sentences, tunables, problems }: Parts): Block[] {
  const frames = framesOf(document ?? {});
  const home = (pointer: string) => longest(frames, pointer)?.pointer ?? null;
  const filled = (frame: Frame): Block => {
    const { pointer, kind, side, title } = frame;
    return {
      pointer,
      kind,
      side,
      title,
      sentences: sentences
        .filter(({ topic }) => pointerOf(topic) === pointer)
        .map(({ text }) => text),
      tunables: tunables.filter((each) => home(each.pointer) === pointer),
      problems: problems.filter((each) => home(each.pointer) === pointer),
    };
  };
  const blocks = frames.map(filled);
  return blocks.filter(
    (block) =>
      block.title !== null ||
      block.sentences.length + block.tunables.length + block.problems.length > 0,
  );
}

/** Problems that no block shows. */
export function homeless(document: Document | null, problems: readonly Problem[]): Problem[] {
  const frames = framesOf(document ?? {});
  return problems.filter(({ pointer }) => longest(frames, pointer) === null);
}

type Frame = Pick<Block, "pointer" | "kind" | "side" | "title">;

function framesOf(document: Document): Frame[] {
  const factors = Object.entries(partOf(document, "factors"));
  return [
    { pointer: "/universe", kind: "market", side: null, title: null },
    ...factors.map(([name, factor]) => ({
      pointer: `/factors/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      kind: "indicators" as const,
      side: null,
      title: indicatorTitle(name, recordOf(factor)),
    })),
    ...(["long", "short"] as const).flatMap((side) =>
      sideFrames(side, partOf(partOf(document, "trade"), side)),
    ),
    { pointer: "/portfolio", kind: "portfolio", side: null, title: null },
  ];
}

function sideFrames(side: "long" | "short", rules: Document): Frame[] {
  if (Object.keys(rules).length === 0) return [];
  const at = `/trade/${side}`;
  const exits = Array.isArray(rules.exits) ? rules.exits : [];
  const frame = (pointer: string, kind: BlockKind) => ({ pointer, kind, side, title: null });
  return [
    frame(`${at}/entry`, "entry"),
    frame(`${at}/entry/order`, "entry"),
    ...exits.map((_, index) => frame(`${at}/exits/${index}`, "exit")),
    frame(`${at}/scale_in`, "other"),
    frame(`${at}/position_sizing`, "size"),
  ];
}

/** `ema_fast: EMA(10)`. */
function indicatorTitle(name: string, factor: Document): string {
  const values = Object.values(recordOf(factor.params)).filter(
    (value) => typeof value === "number",
  );
  const label = `${String(factor.type ?? "").toUpperCase()}${values.length > 0 ? `(${values.join(", ")})` : ""}`;
  return `${name} = ${label}`;
}

/** `long.exit.0` stands at `/trade/long/exits/0`. */
function pointerOf(topic: string): string | null {
  const [first, part, index] = topic.split(".");
  if (first === "universe" || first === "ranking") return "/universe";
  if (first === "portfolio") return "/portfolio";
  if (first === "factor") return `/factors/${part}`;
  if (first !== "long" && first !== "short") return null;
  const names: Record<string, string> = {
    entry: "entry",
    order: "entry/order",
    exit: `exits/${index}`,
    size: "position_sizing",
    scale_in: "scale_in",
  };
  return part !== undefined && Object.hasOwn(names, part) ? `/trade/${first}/${names[part]}` : null;
}

function longest(frames: readonly Frame[], pointer: string): Frame | null {
  const around = frames.filter(
    (frame) => pointer === frame.pointer || pointer.startsWith(`${frame.pointer}/`),
  );
  return around.toSorted((one, other) => other.pointer.length - one.pointer.length)[0] ?? null;
}

const NUMBER_NAMES = [
  "period",
  "fast_period",
  "slow_period",
  "signal_period",
  "multiplier",
  "threshold",
  "stop",
  "target",
  "offset",
  "atr_period",
  "risk_reward",
  "bars",
  "pct",
  "qty",
  "cash",
  "valid_bars",
  "max_units",
  "units",
  "fraction",
  "lookback",
  "max_leverage",
  "volatility",
  "within_bars",
  "minutes",
  "count",
  "weight",
  "max_weight",
  "exposure",
  "gross",
  "tolerance",
  "lag",
  "smoothing",
  "percentile",
] as const;
type NumberName = (typeof NUMBER_NAMES)[number];

const DISTANCES = ["stop", "target", "offset"] as const;

/** What a number is called, by the steps that lead to it; null for what only its indicator names. */
export function numberName(pointer: string): NumberName | null {
  const steps = pointer.split("/").filter((step) => step !== "params");
  const [last, around] = [steps.at(-1)!, steps.at(-2) ?? ""];
  const distance = DISTANCES.find((each) => each === around);
  if (distance && last === "value") return distance;
  if (distance && last === "period") return "atr_period";
  if (last === "target") return "volatility";
  if (last === "left" || last === "right" || last === "value") return "threshold";
  return NUMBER_NAMES.find((each) => each === last) ?? null;
}
