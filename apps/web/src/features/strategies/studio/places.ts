// Where each value of a definition stands in its text, by JSON pointer: in JSON and in block YAML, faults and all.

interface TextPlace {
  /** From 0: the line on which the key, or the item, stands. */
  line: number;
  /** The value's first character, and the one behind its last. */
  start: number;
  end: number;
}

export type TextFormat = "json" | "yaml";
type Places = Map<string, TextPlace>;

export function formatOf(text: string): TextFormat {
  return text.trimStart().startsWith("{") ? "json" : "yaml";
}

export function placesIn(text: string): Places {
  return formatOf(text) === "json" ? new JsonPlaces(text).found() : yamlPlaces(text);
}

/** The place of a pointer, or of the nearest value around it that is there. */
export function nearestPlace(places: Places, pointer: string): TextPlace | null {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const place = places.get(at);
    if (place) return place;
  }
  return null;
}

function below(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Reads as far as the text is JSON; what stands before a fault keeps its place. */
class JsonPlaces {
  private at = 0;
  private readonly places: Places = new Map();

  constructor(private readonly text: string) {}

  found(): Places {
    try {
      this.value("", 0);
    } catch (fault) {
      if (!(fault instanceof SyntaxError)) throw fault;
    }
    return this.places;
  }

  private value(pointer: string, keyAt: number): void {
    this.blanks();
    const start = this.at;
    const place = { line: lineAt(this.text, pointer === "" ? start : keyAt), start, end: start };
    this.places.set(pointer, place);
    const sign = this.text[start];
    if (sign === "{") this.members(pointer);
    else if (sign === "[") this.items(pointer);
    else this.take(/"(?:[^"\\\n]|\\.)*"|[^\s,\]}]+/y);
    place.end = this.at;
  }

  private members(pointer: string): void {
    this.each("}", () => {
      const keyAt = this.at;
      const key: unknown = JSON.parse(this.take(/"(?:[^"\\\n]|\\.)*"/y));
      this.blanks();
      this.take(/:/y);
      this.blanks();
      this.value(below(pointer, String(key)), keyAt);
    });
  }

  private items(pointer: string): void {
    let index = 0;
    this.each("]", () => {
      this.value(below(pointer, index), this.at);
      index += 1;
    });
  }

  private each(end: string, read: () => void): void {
    this.at += 1;
    this.blanks();
    while (this.text[this.at] !== end) {
      read();
      this.blanks();
      if (this.text[this.at] === ",") this.at += 1;
      else if (this.text[this.at] !== end) throw new SyntaxError("a comma is missing");
      this.blanks();
    }
    this.at += 1;
  }

  private blanks(): void {
    this.take(/\s*/y);
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) throw new SyntaxError("something else was expected");
    this.at = pattern.lastIndex;
    return found[0];
  }
}

function lineAt(text: string, place: number): number {
  let line = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < place; at = text.indexOf("\n", at + 1))
    line += 1;
  return line;
}

interface Holder {
  indent: number;
  pointer: string;
  /** How many items it has, where it is a list. */
  items: number;
}

const ENTRY = /^(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s#'"[\]{},][^#]*?)):(?:\s+|$)/;

function yamlPlaces(text: string): Places {
  const places: Places = new Map();
  const holders: Holder[] = [{ indent: -1, pointer: "", items: 0 }];
  let start = 0;
  for (const [line, written] of text.split("\n").entries()) {
    readLine(written, { line, start, places, holders });
    start += written.length + 1;
  }
  return places;
}

interface Line {
  line: number;
  start: number;
  places: Places;
  holders: Holder[];
}

function readLine(written: string, { line, start, places, holders }: Line): void {
  let indent = written.search(/\S/);
  if (indent === -1 || written[indent] === "#") return;
  let rest = written.slice(indent);
  const put = (pointer: string, value: string) => {
    const from = start + written.length - value.length;
    const end = from + value.replace(/\s+(#.*)?$/, "").length;
    places.set(pointer, { line, start: from, end });
  };
  while (/^-(\s|$)/.test(rest)) {
    // An item may stand as far left as the key of its list.
    while (
      holders.length > 1 &&
      holders.at(-1)!.indent >= indent &&
      !isListAt(holders.at(-1)!, indent)
    )
      holders.pop();
    const list = holders.at(-1)!;
    const pointer = below(list.pointer, list.items);
    list.items += 1;
    const blanks = /^-\s*/.exec(rest)![0].length;
    rest = rest.slice(blanks);
    put(pointer, rest);
    holders.push({ indent: indent + 0.5, pointer, items: 0 });
    indent += blanks;
  }
  const entry = ENTRY.exec(rest);
  if (entry === null) return;
  while (holders.length > 1 && holders.at(-1)!.indent >= indent) holders.pop();
  const pointer = below(holders.at(-1)!.pointer, entry[1] ?? entry[2] ?? entry[3] ?? "");
  put(pointer, rest.slice(entry[0].length));
  holders.push({ indent, pointer, items: 0 });
}

function isListAt(holder: Holder, indent: number): boolean {
  return holder.indent === indent && Number.isInteger(holder.indent);
}
