import { type ReactNode, useContext } from "react";
import { Cited } from "./Sources";

/** http and https alone: an answer can lead nowhere else, and load nothing. */
const isLink = (address: string) => /^https?:\/\//i.test(address);

const inlinePattern =
  /(\*\*[^*\n]+\*\*|__[^_\n]+__|`[^`\n]+`|\[[^\]\n]+\]\([^)\s]+\)|\[\d{1,3}\]|(?<![\w*])\*[^*\s][^*\n]*\*(?!\*))/g;

export function Inline({ text }: { text: string }): ReactNode {
  const cited = useContext(Cited);
  return text.split(inlinePattern).map((part, index) => {
    if (/^(\*\*|__).+\1$/s.test(part)) return <strong key={index}>{part.slice(2, -2)}</strong>;
    if (/^`.+`$/s.test(part)) return <code key={index}>{part.slice(1, -1)}</code>;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (link && isLink(link[2]!))
      return (
        <a key={index} href={link[2]} target="_blank" rel="noopener noreferrer nofollow">
          {link[1]}
        </a>
      );
    const number = Number(/^\[(\d{1,3})\]$/.exec(part)?.[1]);
    if (cited?.numbers.has(number))
      return (
        <button
          key={index}
          type="button"
          className="cite"
          aria-label={`Source ${number}`}
          onClick={() => cited.onOpen(number)}
        >
          {number}
        </button>
      );
    if (/^\*[^*]+\*$/s.test(part)) return <em key={index}>{part.slice(1, -1)}</em>;
    return part;
  });
}

type Piece =
  | { kind: "heading"; level: number; text: string }
  | { kind: "list"; isOrdered: boolean; items: string[] }
  | { kind: "quote" | "text" | "code"; lines: string[] }
  | { kind: "rule" };

/** Lines of one kind in a row are one piece. */
function piecesOf(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let code: string[] | undefined;
  for (const line of markdown.split("\n")) {
    if (/^\s*```/.test(line)) {
      if (code) code = undefined;
      else pieces.push({ kind: "code", lines: (code = []) });
      continue;
    }
    if (code) {
      code.push(line);
      continue;
    }
    takeLine(pieces, line);
  }
  return pieces.filter((piece) => !("lines" in piece) || piece.kind === "code" || piece.lines.length > 0);
}

function takeLine(pieces: Piece[], line: string): void {
  const last = pieces.at(-1);
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  const item = /^\s*(?:[-*•]|(\d+)[.)])\s+(.*)$/.exec(line);
  if (heading) pieces.push({ kind: "heading", level: heading[1]!.length, text: heading[2]! });
  else if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) pieces.push({ kind: "rule" });
  else if (item) {
    const isOrdered = item[1] !== undefined;
    if (last?.kind === "list" && last.isOrdered === isOrdered) last.items.push(item[2]!);
    else pieces.push({ kind: "list", isOrdered, items: [item[2]!] });
  } else if (line.trim() === "") pieces.push({ kind: "text", lines: [] });
  else {
    const kind = line.startsWith(">") ? "quote" : "text";
    const words = line.replace(/^>\s?/, "");
    if (last && last.kind === kind && last.lines.length > 0) last.lines.push(words);
    else pieces.push({ kind, lines: [words] });
  }
}

/** A title of a block is an h2: what an answer calls a heading stands below it. */
const tags = ["h3", "h3", "h4", "h5", "h6", "h6"] as const;

export function Markdown({ text }: { text: string }): ReactNode {
  return piecesOf(text).map((piece, index) => {
    if (piece.kind === "rule") return <hr key={index} />;
    if (piece.kind === "heading") {
      const Heading = tags[piece.level - 1]!;
      return (
        // What a result begins with is its main figure: "# €1,454.35".
        <Heading key={index} className={piece.level === 1 && index === 0 ? "figure" : undefined}>
          <Inline text={piece.text} />
        </Heading>
      );
    }
    if (piece.kind === "list") {
      const List = piece.isOrdered ? "ol" : "ul";
      return (
        <List key={index}>
          {piece.items.map((item, at) => (
            <li key={at}>
              <Inline text={item} />
            </li>
          ))}
        </List>
      );
    }
    if (piece.kind === "code") return <pre key={index}>{piece.lines.join("\n")}</pre>;
    const words = <Inline text={piece.lines.join("\n")} />;
    return piece.kind === "quote" ? <blockquote key={index}>{words}</blockquote> : <p key={index}>{words}</p>;
  });
}
