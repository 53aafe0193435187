import type { BlockType } from "@/features/tools/schema";
import type { BlockData } from "../schema";

/**
 * What a block's text says, as far as it has come. A model and a template write the same: Markdown, of which each type
 * of block takes its own part. Server, page and tests read it by this one function.
 */
export function readBlock(type: BlockType, text: string): BlockData {
  const plain = withoutFence(text);
  switch (type) {
    case "text":
      return { type, markdown: plain };
    case "table":
      return { type, ...readTable(plain) };
    case "list":
      return { type, ...readList(plain) };
    case "checklist":
      return { type, items: readChecklist(plain) };
    case "cards":
      return { type, cards: readCards(plain) };
    case "image":
      return { type, ...readImage(plain) };
    case "chart":
      return { type, ...readChart(plain) };
  }
}

/** Models like to put a whole answer into a code fence. */
const withoutFence = (text: string) =>
  text
    .trim()
    .replace(/^```[a-z]*[ \t]*\n([\s\S]*?)(?:\n```\s*)?$/i, (all, inner: string) =>
      inner.includes("```") ? all : inner,
    );

const rowsMax = 500;
const columnsMax = 30;

/** "| a | b |" → ["a", "b"]; an escaped bar belongs to its cell. */
function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner
    .split(/(?<!\\)\|/)
    .slice(0, columnsMax)
    .map((cell) =>
      cell
        .trim()
        .replaceAll("\\|", "|")
        .replace(/<br\s*\/?>/gi, "\n"),
    );
}

const isRule = (line: string) => /^\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$/.test(line) && line.includes("-");

function readTable(text: string): { columns: string[]; rows: string[][]; note: string } {
  const lines = text.split("\n");
  const table = lines.filter((line) => line.includes("|"));
  const note = lines
    .filter((line) => !line.includes("|"))
    .join("\n")
    .trim();
  const [head, ...body] = table.filter((line) => !isRule(line)).map(cellsOf);
  const columns = head ?? [];
  const rows = body.slice(0, rowsMax).map((cells) => columns.map((_, index) => cells[index] ?? ""));
  return { columns, rows, note };
}

const bullet = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+/;

function readList(text: string): { items: string[]; isOrdered: boolean } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const marked = lines.some((line) => bullet.test(line));
  const items: string[] = [];
  for (const line of lines) {
    // A line without a mark goes on with the item before it, or introduces the list.
    if (!marked || bullet.test(line)) items.push(line.replace(bullet, "").trim());
    else if (items.length > 0) items.push(`${items.pop()!}\n${line.trim()}`);
  }
  return {
    items: items.filter(Boolean).slice(0, rowsMax),
    isOrdered: lines.some((line) => bullet.exec(line)?.[1] !== undefined),
  };
}

function readChecklist(text: string): { text: string; isDone: boolean }[] {
  return readList(text).items.map((item) => {
    const match = /^\[([ xX])\]\s*/.exec(item);
    return { text: item.slice(match?.[0].length ?? 0), isDone: match !== null && match[1] !== " " };
  });
}

type Card = { title: string; image: string; facts: { label: string; value: string }[]; body: string };

/** A heading begins a card; "Label: value" lines are its facts, the rest is its text. */
function readCards(text: string): Card[] {
  const cards: Card[] = [];
  for (const line of text.split("\n")) {
    const title = /^#{1,6}\s+(.*)$/.exec(line.trim())?.[1];
    if (title !== undefined) cards.push({ title: title.trim(), image: "", facts: [], body: "" });
    const card = cards.at(-1);
    if (!card || title !== undefined) continue;
    const image = /^!\[[^\]]*\]\((\S+?)\)$/.exec(line.trim())?.[1];
    const fact = /^\s*(?:[-*]\s+)?\**([^:*|]{1,40}?)\**:\**\s+(\S.*)$/.exec(line);
    if (image && isWebAddress(image)) card.image = image;
    else if (fact && !/^https?$/i.test(fact[1]!)) card.facts.push({ label: fact[1]!.trim(), value: fact[2]!.trim() });
    else card.body += `${line}\n`;
  }
  return cards.slice(0, 100).map((card) => ({ ...card, body: card.body.trim() }));
}

const svgMax = 60_000;

/** An address of the web or of this app's own files, or a drawing. Nothing else is shown as a picture. */
function readImage(text: string): { source: string; alt: string } {
  const svg = /<svg\b[\s\S]*<\/svg>/i.exec(text)?.[0];
  if (svg && svg.length <= svgMax) {
    const whole = /\sxmlns=/.test(svg) ? svg : svg.replace(/^<svg/i, '<svg xmlns="http://www.w3.org/2000/svg"');
    return {
      source: `data:image/svg+xml,${encodeURIComponent(whole)}`,
      alt: /<title>([^<]*)<\/title>/i.exec(svg)?.[1] ?? "",
    };
  }
  const marked = /!\[([^\]]*)\]\((\S+?)\)/.exec(text);
  const address = marked?.[2] ?? text.trim().split(/\s/, 1)[0] ?? "";
  return isWebAddress(address) ? { source: address, alt: marked?.[1] ?? "" } : { source: "", alt: "" };
}

export const isWebAddress = (address: string): boolean =>
  /^(?:https?:\/\/[^\s"'<>]+|\/files\/[\w-]+(?:\/[^\s"'<>]*)?)$/i.test(address);

type Chart = { kind: "bar" | "line" | "pie"; labels: string[]; series: { name: string; values: number[] }[] };
const pointsMax = 60;

/** "type: line", then "label: value" lines or a table whose first column are the labels. */
function readChart(text: string): Chart {
  const kind = /^\s*(?:type|chart)\s*:\s*(bar|line|pie)\b/im.exec(text)?.[1]?.toLowerCase();
  const chart: Pick<Chart, "kind"> = { kind: kind === "line" || kind === "pie" ? kind : "bar" };
  const { columns, rows } = readTable(text);
  if (columns.length > 1 && rows.length > 0) {
    const numeric = columns.flatMap((name, index) =>
      index > 0 && rows.some((row) => numberIn(row[index]) !== undefined) ? [{ name, index }] : [],
    );
    const shown = rows.slice(0, pointsMax);
    const series = numeric
      .slice(0, 6)
      .map(({ name, index }) => ({ name, values: shown.map((row) => numberIn(row[index]) ?? 0) }));
    return { ...chart, labels: shown.map((row) => row[0]!), series };
  }
  const points = text.split("\n").flatMap((line) => {
    const match = /^\s*(?:[-*]\s+)?(.{1,80}?)\s*:\s*([^:]+)$/.exec(line);
    const value = match && numberIn(match[2]);
    return match && value !== undefined && !/^(type|chart)$/i.test(match[1]!)
      ? [{ label: match[1]!.replaceAll("**", ""), value: value! }]
      : [];
  });
  const shown = points.slice(0, pointsMax);
  return {
    ...chart,
    labels: shown.map(({ label }) => label),
    series: shown.length > 0 ? [{ name: "", values: shown.map(({ value }) => value) }] : [],
  };
}

/** "$1,200.50" → 1200.5. */
function numberIn(text: string | undefined): number | undefined {
  const match = /-?\d[\d,]*(?:\.\d+)?|-?\.\d+/.exec(text?.replace(/[−–]/g, "-") ?? "");
  return match ? Number(match[0].replaceAll(",", "")) : undefined;
}

/** Whether a block says anything that can be shown. */
export function isEmptyBlock(data: BlockData): boolean {
  switch (data.type) {
    case "text":
      return data.markdown === "";
    case "table":
      return data.columns.length === 0 || data.rows.length === 0;
    case "list":
    case "checklist":
      return data.items.length === 0;
    case "cards":
      return data.cards.length === 0;
    case "image":
      return data.source === "";
    case "chart":
      return data.series.length === 0;
  }
}
