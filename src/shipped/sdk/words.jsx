import { createContext, useContext, useEffect, useRef } from "react";

/** @import { Source } from "./types" */

/**
 * Numbers that cite a passage, and what a click on one does.
 * @type {{ numbers: Set<number | undefined>, onOpen: (number: number) => void }}
 */
const none = { numbers: new Set(), onOpen: () => undefined };
const Cited = createContext(none);

/**
 * Renders **bold** and citations only: text of rows or models can load no image and link nowhere.
 * @param {{ text: string }} props
 */
function Inline({ text }) {
  const { numbers, onOpen } = useContext(Cited);
  return text.split(/(\*\*[^*]+\*\*|\[\d{1,3}\])/g).map((part, index) => {
    if (part.startsWith("**") && part.length > 4) return <strong key={index}>{part.slice(2, -2)}</strong>;
    const number = Number(/^\[(\d+)\]$/.exec(part)?.[1]);
    if (!numbers.has(number)) return part;
    return (
      <button
        key={index}
        type="button"
        aria-label={`Source ${number}`}
        onClick={() => onOpen(number)}
        className="mx-0.5 min-w-5 rounded-full border border-border bg-background px-1 text-xs text-primary hover:bg-muted"
      >
        {number}
      </button>
    );
  });
}

/**
 * Groups consecutive lines of a kind: quotations, lists, paragraphs.
 * @param {string} text
 */
function blocksOf(text) {
  /** @param {string} line */
  const kindOf = (line) =>
    line.startsWith(">") ? "quote" : /^\s*[-*] /.test(line) ? "list" : line.trim() === "" ? "gap" : "text";
  /** @type {{ kind: string, lines: string[] }[]} */
  const blocks = [];
  for (const line of text.split("\n")) {
    const kind = kindOf(line);
    const last = blocks.at(-1);
    const words = kind === "quote" ? line.replace(/^>\s?/, "") : kind === "list" ? line.replace(/^\s*[-*] /, "") : line;
    if (last?.kind === kind) last.lines.push(words);
    else blocks.push({ kind, lines: [words] });
  }
  return blocks.filter(({ kind }) => kind !== "gap");
}

/** @param {{ text: string, citations: Source[], onOpen: (number: number) => void }} props */
export function Words({ text, citations, onOpen }) {
  const numbers = new Set(citations.map(({ number }) => number));
  return (
    <Cited.Provider value={{ numbers, onOpen }}>
      {blocksOf(text).map(({ kind, lines }, index) => {
        const content = lines.map((line, at) =>
          kind === "list" ? (
            <li key={at}>
              <Inline text={line} />
            </li>
          ) : (
            <div key={at}>
              <Inline text={line} />
            </div>
          ),
        );
        if (kind === "quote")
          return (
            <blockquote key={index} className="my-2 rounded-r-md border-l-2 border-primary bg-background px-3 py-2">
              {content}
            </blockquote>
          );
        if (kind === "list")
          return (
            <ul key={index} className="my-1 list-disc pl-5">
              {content}
            </ul>
          );
        return (
          <div key={index} className="my-1 whitespace-pre-wrap">
            {content}
          </div>
        );
      })}
    </Cited.Provider>
  );
}

/**
 * The passages that an answer cites, collapsed.
 * @param {{ citations: Source[], opened: number | undefined, onOpen: (number: number | undefined) => void }} props
 */
export function Citations({ citations, opened, onOpen }) {
  const open = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useEffect(() => {
    if (opened === undefined) return;
    open.current?.scrollIntoView({ block: "nearest" });
    open.current?.querySelector("summary")?.focus();
  }, [opened]);
  if (citations.length === 0) return null;
  return (
    <div
      role="group"
      aria-label="Sources"
      className="mb-1 mt-2 flex flex-col gap-1 border-t border-border pt-2 text-xs"
    >
      {citations.map(({ number, heading, text }) => (
        <details key={number} ref={number === opened ? open : undefined} open={number === opened}>
          <summary
            className="cursor-pointer text-muted-foreground"
            onClick={(event) => {
              event.preventDefault();
              onOpen(number === opened ? undefined : number);
            }}
          >
            <span className="text-primary">{number}</span> {heading || "Document"}
          </summary>
          <p className="my-1 max-h-48 overflow-y-auto whitespace-pre-wrap rounded-md bg-background px-2 py-1">{text}</p>
        </details>
      ))}
    </div>
  );
}
