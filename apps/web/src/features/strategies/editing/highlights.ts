// Cuts a sentence into plain words, numbers, and names of indicators and symbols.

interface Piece {
  kind: "plain" | "number" | "name";
  text: string;
  /** Where in the sentence it begins. */
  at: number;
}

// A number that is not a part of a name: the 1 of DEMO1.SZ is none.
const NUMBER = String.raw`(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?%?(?!\w)`;

export function piecesOf(sentence: string, names: readonly string[]): Piece[] {
  const longestFirst = names.toSorted((a, b) => b.length - a.length).map(escaped);
  const name =
    longestFirst.length > 0 ? String.raw`(?<![\w.])(?:${longestFirst.join("|")})(?![\w])|` : "";
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of sentence.matchAll(new RegExp(name + NUMBER, "g"))) {
    if (found.index > end) pieces.push(plain(sentence.slice(end, found.index), end));
    const [text] = found;
    pieces.push({ kind: names.includes(text) ? "name" : "number", text, at: found.index });
    end = found.index + text.length;
  }
  return end < sentence.length ? [...pieces, plain(sentence.slice(end), end)] : pieces;
}

function plain(text: string, at: number): Piece {
  return { kind: "plain", text, at };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
