import type { KeptEdit } from "./kept-edits";

/**
 * "Code autosave debounce 1000 ms; saved indicator 2000 ms; search debounce 500 ms; a large-file warning above 500
 * lines" (1-platform.md §9).
 */
export const autosaveDelayMs = 1_000;
export const savedShownMs = 2_000;
export const searchDelayMs = 500;
export const largeFileLines = 500;

/** Debounce of diagnostics while typing. */
export const diagnoseDelayMs = 600;

/** Exponential backoff of saves after a lost connection, at most this. */
const retryMaxMs = 30_000;

/** Unanswered saves remembered at most. */
const sentMax = 3;

/** `base` is the common ancestor of both texts, where known. */
export type Conflict = { path: string; mine: string; theirs: string; hash: string; base?: string | undefined };

/** State of one file's editing. `saved` is the server's content as far as this tab knows; `text` is the editor's. */
export type EditState = {
  path: string;
  saved: string;
  hash: string;
  text: string;
  /** "File save status: idle, saving, saved (returns to idle after 2 seconds), error" (1-platform.md §4). */
  status: "idle" | "saving" | "saved" | "error";
  /** Texts sent and not acknowledged, newest last: a response may be lost although the text arrived. */
  sent: string[];
  /** Consecutive failed saves. */
  failures: number;
  /** Backoff before an automatic retry; undefined after a refusal. */
  retryMs?: number | undefined;
  /** A kept edit was restored over this content. */
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
  /** The conflict is resolved: one version, or a merge. */
  | { type: "merge"; text: string }
  /** Discard the restored edit, or keep it without the notice. */
  | { type: "discard-restored" }
  | { type: "accept-restored" }
  /** The server's content was changed by the assistant or another tab. */
  | { type: "refresh"; content: string; hash: string };

/** Whether the server's text came from this tab. */
const isOwn = ({ text, sent }: EditState, content: string) => content === text || sent.includes(content);

export const isDirty = ({ text, saved }: EditState): boolean => text !== saved;

/** Time until autosave; undefined when there is nothing to save or the person must act first. */
export function saveDelay(state: EditState): number | undefined {
  if (!isDirty(state) || state.conflict || state.status === "saving") return undefined;
  return state.status === "error" ? state.retryMs : autosaveDelayMs;
}

/** Reducer of a file's editing. Typed text is only ever dropped by the person's choice. */
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
      // Text typed during the save is saved next.
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
      // A conflicting text may be this tab's own, whose response was lost.
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

/** An external change replaces the shown text only while nothing is unsaved. */
function refresh(state: EditState, { content, hash }: { content: string; hash: string }): EditState {
  if (state.status === "saving" || state.conflict || hash === state.hash) return state;
  if (isDirty(state) && !isOwn(state, content)) return state;
  return { ...state, saved: content, hash, text: isDirty(state) ? state.text : content, sent: [] };
}

/** Converts line breaks to those of another text: editors use "\n" only, the file keeps its own. */
export function withLineEnds(text: string, like: string): string {
  const lines = text.replaceAll(/\r\n?/g, "\n");
  return /^[^\n]*\r\n/.test(like) ? lines.replaceAll("\n", "\r\n") : lines;
}

/** Number of lines; a final line break starts no further one. */
export function countLines(text: string): number {
  return text.replace(/\r?\n$/, "").split("\n").length;
}

/** A matching line, split around the match. */
export type FoundLine = { number: number; before: string; match: string; after: string };
export type Found = { path: string; lines: FoundLine[]; /** Number of further matches in this file. */ more: number };

/** Characters shown before a match, so that it is visible in a narrow column. */
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

/** 'Find in files...': case-insensitive matches in paths and lines, at most 200 lines. */
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
