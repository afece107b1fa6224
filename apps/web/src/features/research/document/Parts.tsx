// The parts of a report: texts, lists, facts, tables, figures, and two columns that stand against each other.
import type { ReactNode } from "react";
import {
  type Block,
  type Cell,
  type ColumnSide,
  COLOURS,
  type FactSheet,
  type Part,
  type ReportFact,
  type ReportTable,
  textOf,
} from "./document";
import { Figure } from "./FigureDrawing";
import { Spans } from "./Spans";

/** `section` draws a part that is a chapter of its own. */
export function Parts({
  parts,
  section,
}: {
  parts: readonly Part[];
  section?: (part: Part) => ReactNode;
}) {
  return grouped(parts).map((group, index) => (
    // eslint-disable-next-line react/no-array-index-key -- parts never move
    <Group key={index} parts={group} section={section} />
  ));
}

function Group({
  parts,
  section,
}: {
  parts: readonly Part[];
  section: ((part: Part) => ReactNode) | undefined;
}) {
  const [first] = parts;
  if (first?.type === "figure") {
    return (
      <div className="grid gap-4 md:grid-cols-2">
        {parts.map((part) => part.type === "figure" && <Figure key={part.name} figure={part} />)}
      </div>
    );
  }
  if (isItem(first)) {
    return (
      <ul className="list-disc space-y-1 pl-5 marker:text-line-strong">
        {parts.map((part, index) => (
          // eslint-disable-next-line react/no-array-index-key -- items never move
          <li key={index} className="break-words">
            {part.type === "block" && <Spans spans={part.spans} />}
          </li>
        ))}
      </ul>
    );
  }
  return parts.map((part, index) => (
    // eslint-disable-next-line react/no-array-index-key -- parts never move
    <OnePart key={index} part={part} section={section} />
  ));
}

function OnePart({
  part,
  section,
}: {
  part: Part;
  section: ((part: Part) => ReactNode) | undefined;
}) {
  switch (part.type) {
    case "block":
      return <Paragraph block={part} />;
    case "table":
      return <Table table={part} />;
    case "facts":
      return <Facts sheet={part} />;
    case "columns":
      return (
        <div className="grid gap-4 md:grid-cols-2">
          <Side side={part.left} name="bull" />
          <Side side={part.right} name="bear" />
        </div>
      );
    default:
      return section ? section(part) : null;
  }
}

function Paragraph({ block }: { block: Block }) {
  const inside = <Spans spans={block.spans} />;
  if (block.kind === "subheading") return <h4 className="pt-1 font-semibold">{inside}</h4>;
  return (
    <p className={`break-words ${block.kind === "note" ? "text-sm text-soft" : ""}`}>{inside}</p>
  );
}

function Facts({ sheet }: { sheet: FactSheet }) {
  const columns = sheet.compact ? "grid-cols-2 md:grid-cols-4" : "grid-cols-2 md:grid-cols-3";
  return (
    <dl className={`grid gap-2 ${columns}`}>
      {sheet.facts.map((fact) => (
        <Fact key={fact.label} fact={fact} />
      ))}
    </dl>
  );
}

const LONG_FACT = 28;

function Fact({ fact }: { fact: ReportFact }) {
  const isLong = textOf(fact.value).length > LONG_FACT;
  return (
    <div className={`min-w-0 rounded-md bg-well px-3 py-1.5 ${isLong ? "max-md:col-span-2" : ""}`}>
      <dt className="text-sm text-soft">{fact.label}</dt>
      <dd
        className={`break-words ${fact.strong ? "text-lg font-semibold" : ""}`}
        style={{ color: COLOURS[fact.tone ?? "ink"] }}
      >
        <Spans spans={fact.value} />
      </dd>
    </div>
  );
}

const MANY_COLUMNS = 4;
const MANY_ROWS = 30;

/** Where the screen is narrow, a row of many columns becomes a card. */
function Table({ table }: { table: ReportTable }) {
  const isWide = table.head.length >= MANY_COLUMNS;
  return (
    <div
      role="group"
      aria-label={table.head.join(", ")}
      tabIndex={0}
      className={`relative overflow-x-auto ${table.rows.length > MANY_ROWS ? "max-h-[36rem] overflow-y-auto" : ""}`}
    >
      <table className="w-full border-collapse text-sm">
        <thead className={isWide ? "max-md:sr-only" : ""}>
          <tr className="border-b border-line-strong text-left text-soft">
            {table.head.map((head) => (
              <th key={head} scope="col" className="px-2 py-1.5 font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, index) => (
            <tr
              // eslint-disable-next-line react/no-array-index-key -- rows never move
              key={index}
              className={`border-b border-line last:border-0 ${isWide ? "max-md:block max-md:py-2" : ""}`}
            >
              {row.map((cell, column) => (
                <TableCell
                  key={table.head[column]}
                  cell={cell}
                  head={table.head[column]!}
                  isWide={isWide}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SHORT_CELL = 14;

function TableCell({ cell, head, isWide }: { cell: Cell; head: string; isWide: boolean }) {
  const text = typeof cell === "string" ? cell : textOf(cell);
  const isShort = text.length <= SHORT_CELL;
  const card = isShort ? "max-md:inline-block max-md:mr-4" : "max-md:block";
  return (
    <td
      className={`px-2 py-1.5 align-top ${isShort ? "whitespace-nowrap" : "break-words"} ${isWide ? `${card} max-md:py-0.5` : ""}`}
    >
      {isWide && (
        <span aria-hidden="true" className="mr-1 text-xs text-soft md:hidden">
          {head}
        </span>
      )}
      {typeof cell === "string" ? cell : <Spans spans={cell} />}
    </td>
  );
}

function Side({ side, name }: { side: ColumnSide; name: "bull" | "bear" }) {
  if (side.parts.length === 0) return null;
  const colours = name === "bull" ? "border-t-bull" : "border-t-bear";
  return (
    <section
      data-testid={`${name}-column`}
      className={`min-w-0 space-y-2 rounded-lg border border-t-4 border-line bg-surface p-4 ${colours}`}
    >
      <h3 className={`font-semibold ${name === "bull" ? "text-bull" : "text-bear"}`}>
        <span aria-hidden="true">{name === "bull" ? "▲" : "▼"}</span> {side.title}
      </h3>
      <Parts parts={side.parts} />
    </section>
  );
}

function isItem(part: Part | undefined): boolean {
  return part?.type === "block" && part.kind === "item";
}

/** Items that follow each other are one list, figures one grid. */
function grouped(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    const isSame =
      (part.type === "figure" && last?.[0]?.type === "figure") ||
      (isItem(part) && isItem(last?.[0]));
    if (isSame) last!.push(part);
    else groups.push([part]);
  }
  return groups;
}
