// What an expert, the debate or the judge says, as one of three leanings and a phrase.
import type { Tone } from "../../../ui/Badge";

type Lean = "up" | "down" | "even";

const SIGNALS = {
  STRONG_BULLISH: "up",
  BULLISH: "up",
  NEUTRAL: "even",
  BEARISH: "down",
  STRONG_BEARISH: "down",
  UNDERVALUED: "up",
  FAIR: "even",
  OVERVALUED: "down",
  FAVORABLE: "up",
  UNFAVORABLE: "down",
  POSITIVE: "up",
  NEGATIVE: "down",
  BUY: "up",
  SELL: "down",
  HOLD: "even",
  NO_CALL: "even",
} as const satisfies Record<string, Lean>;

type Signal = keyof typeof SIGNALS;

/** Null for a word that this page has not heard of. */
export function signalOf(word: string): Signal | null {
  const upper = word.toUpperCase();
  return Object.hasOwn(SIGNALS, upper) ? (upper as Signal) : null;
}

export function leanOf(word: string): Lean {
  const signal = signalOf(word);
  return signal ? SIGNALS[signal] : "even";
}

const TONES: Record<Lean, Tone> = { up: "good", down: "bad", even: "plain" };

export function toneOf(word: string): Tone {
  return TONES[leanOf(word)];
}
