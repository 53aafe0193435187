import type { KeptEdit } from "./kept-edits";

/**
 * "Code autosave debounce 1000 ms; saved indicator 2000 ms; search debounce 500 ms; a large-file warning above 500
 * lines" (1-platform.md §9).
 */
export const autosaveDelayMs = 1_000;
export const savedShownMs = 2_000;
export const searchDelayMs = 500;
export const largeFileLines = 500;

/**
 * Problems are looked for when nobody types for this long: soon enough to be seen, late enough not to nag at half a
 * word.
 */
export const diagnoseDelayMs = 600;

/** A lost connection is tried again after 2, 4, 8… seconds, and at last every half minute. */
const retryMaxMs = 30_000;

/** So many unanswered texts are remembered. */
const sentMax = 3;

/** `base` is what both texts come from, where it is known. */
export type Conflict = { path: string; mine: string; theirs: string; hash: string; base?: string | undefined };

/**
 * The editing of one file. `saved` is what the server has, as far as this tab knows; `text` is what stands in the
 * editor.
 */
export type EditState = {
  path: string;
  saved: string;
  hash: string;
  text: string;
  /** "File save status: idle, saving, saved (returns to idle after 2 seconds), error" (1-platform.md §4). */
  status: "idle" | "saving" | "saved" | "error";
  /**
   * What was sent, the newest last, until the server says that it has it: an answer may get lost while the text
   * arrived.
   */
  sent: string[];
  /** Saves that failed one after another. */
  failures: number;
  /** When a failed save is tried again by itself; never, where the server refused it. */
  retryMs?: number | undefined;
  /** An edit that the browser had kept stands in the editor in place of this. */
  restoredOver?: string | undefined;
  conflict?: Conflict | undefined;
};

export type EditAction =
  | { type: "open"; path: string; content: string; hash: string; kept?: KeptEdit | undefined }
  | { type: "edit"; text: string }
  | { type: "send" }
  | { type: "saved"; hash: string }
  | { type: "failed"; isTemporary: boolean }
  | { type: "stale"; content: string; hash: string }
  | { type: "settle" }
  /** The person decided between two versions, for one of them or for a mixture. */
  | { type: "merge"; text: string }
  /** The kept edit that came back is to go, or to stay without another word. */
  | { type: "discard-restored" }
  | { type: "accept-restored" }
  /** The server's content changed elsewhere, by the assistant or another tab. */
  | { type: "refresh"; content: string; hash: string };

/** Whether a text that the server has came from this tab. */
const isOwn = ({ text, sent }: EditState, content: string) => content === text || sent.includes(content);

export const isDirty = ({ text, saved }: EditState): boolean => text !== saved;

/** How long until what is typed saves itself; undefined while there is nothing to save or a person has to act first. */
export function saveDelay(state: EditState): number | undefined {
  if (!isDirty(state) || state.conflict || state.status === "saving") return undefined;
  return state.status === "error" ? state.retryMs : autosaveDelayMs;
}

/** Every transition of a file that is being edited. Nothing typed is ever dropped but by the person's own choice. */
export function editFile(state: EditState, action: EditAction): EditState {
  switch (action.type) {
    case "open":
      return openFile(action);
    case "edit":
      return {
        ...state,
        text: action.text,
        restoredOver: undefined,
        status: state.status === "saving" ? "saving" : "idle",
      };
    case "send":
      return isDirty(state) && !state.conflict
        ? { ...state, status: "saving", sent: [...state.sent, state.text].slice(-sentMax) }
        : state;
    case "saved":
      // What was typed meanwhile stays, and is the next thing to save.
      return {
        ...state,
        saved: state.sent.at(-1) ?? state.saved,
        hash: action.hash,
        sent: [],
        failures: 0,
        status: state.text === state.sent.at(-1) ? "saved" : "idle",
      };
    case "failed":
      return {
        ...state,
        status: "error",
        failures: state.failures + 1,
        retryMs: action.isTemporary ? Math.min(autosaveDelayMs * 2 ** (state.failures + 1), retryMaxMs) : undefined,
      };
    case "stale":
      // The text that "somebody else" saved may be one of this tab's own, whose answer got lost.
      if (isOwn(state, action.content))
        return { ...state, saved: action.content, hash: action.hash, sent: [], failures: 0, status: "idle" };
      return {
        ...state,
        status: "error",
        failures: 0,
        conflict: {
          path: state.path,
          mine: state.text,
          theirs: action.content,
          hash: action.hash,
          base: state.saved,
        },
      };
    case "settle":
      return state.status === "saved" ? { ...state, status: "idle" } : state;
    case "merge":
      return state.conflict
        ? {
            ...state,
            saved: state.conflict.theirs,
            hash: state.conflict.hash,
            text: action.text,
            sent: [],
            conflict: undefined,
            status: "idle",
          }
        : state;
    case "discard-restored":
      return state.restoredOver === undefined ? state : editFile(state, { type: "edit", text: state.restoredOver });
    case "accept-restored":
      return { ...state, restoredOver: undefined };
    case "refresh":
      return refresh(state, action);
  }
}

function openFile({ path, content, hash, kept }: Extract<EditAction, { type: "open" }>): EditState {
  const opened: EditState = { path, saved: content, hash, text: content, status: "idle", sent: [], failures: 0 };
  if (!kept || kept.text === content) return opened;
  if (kept.baseHash === hash || kept.sent.includes(content))
    return { ...opened, text: kept.text, restoredOver: content };
  return {
    ...opened,
    text: kept.text,
    status: "error",
    conflict: { path, mine: kept.text, theirs: content, hash, base: kept.base },
  };
}

/** Somebody else's save replaces what is shown only while nothing of this person's is waiting. */
function refresh(state: EditState, { content, hash }: { content: string; hash: string }): EditState {
  if (state.status === "saving" || state.conflict || hash === state.hash) return state;
  if (isDirty(state) && !isOwn(state, content)) return state;
  return { ...state, saved: content, hash, text: isDirty(state) ? state.text : content, sent: [] };
}

/** A text with the line ends of another: an editor knows only "\n", and the file is to keep its own. */
export function withLineEnds(text: string, like: string): string {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return /^[^\n]*\r\n/.test(like) ? lines.replaceAll("\n", "\r\n") : lines;
}

/** How many lines a person sees: the line break at a file's end begins no further one. */
export function countLines(text: string): number {
  return text.replace(/\r?\n$/, "").split("\n").length;
}

/** A line that holds the words: what stands before them, the words as they are written there, and what comes after. */
export type FoundLine = { number: number; before: string; match: string; after: string };
export type Found = { path: string; lines: FoundLine[]; /** Lines of this file that are not listed. */ more: number };

/** So much of a line before its match, so that a narrow column shows the match. */
const beforeMax = 16;
const lineMax = 160;
const linesOfFileMax = 20;

function toFoundLine(text: string, at: number, length: number, number: number): FoundLine {
  const before = text.slice(0, at).trimStart();
  return {
    number,
    before: before.length > beforeMax ? `…${before.slice(-beforeMax)}` : before,
    match: text.slice(at, at + length),
    after: text.slice(at + length, at + length + lineMax).trimEnd(),
  };
}

/**
 * 'Find in files...': paths and lines that hold the words, ignoring case. At most 200 lines, so that a short word stays
 * quick.
 */
export function findInFiles(files: { path: string; content: string }[], words: string): Found[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [];
  let left = 200;
  return files.flatMap(({ path, content }) => {
    const all = content.split("\n").flatMap((text, index) => {
      const at = text.toLowerCase().indexOf(wanted);
      return at < 0 ? [] : [toFoundLine(text, at, wanted.length, index + 1)];
    });
    const lines = all.slice(0, Math.min(left, linesOfFileMax));
    left -= lines.length;
    return all.length > 0 || path.toLowerCase().includes(wanted)
      ? [{ path, lines, more: all.length - lines.length }]
      : [];
  });
}
