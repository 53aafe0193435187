/** "Code autosave debounce 1000 ms; saved indicator 2000 ms; search debounce 500 ms; a large-file warning above 500 lines" (1-platform.md §9). */
export const autosaveDelayMs = 1_000;
export const savedShownMs = 2_000;
export const searchDelayMs = 500;
export const largeFileLines = 500;

/** Problems are looked for when nobody types for this long: soon enough to be seen, late enough not to nag at half a word. */
export const diagnoseDelayMs = 600;

export type Conflict = { path: string; mine: string; theirs: string; hash: string };

/** The editing of one file. `saved` is what the server has, as far as this tab knows; `text` is what stands in the editor. */
export type EditState = {
  path: string;
  saved: string;
  hash: string;
  text: string;
  /** "File save status: idle, saving, saved (returns to idle after 2 seconds), error" (1-platform.md §4). */
  status: "idle" | "saving" | "saved" | "error";
  /** What is on its way to the server. */
  sending?: string;
  conflict?: Conflict;
};

export type EditAction =
  | { type: "open"; path: string; content: string; hash: string; kept?: string | undefined }
  | { type: "edit"; text: string }
  | { type: "send" }
  | { type: "saved"; hash: string }
  | { type: "failed" }
  | { type: "stale"; content: string; hash: string }
  | { type: "settle" }
  | { type: "keep-mine" }
  | { type: "take-theirs" }
  /** The server's content changed elsewhere, by the assistant or another tab. */
  | { type: "refresh"; content: string; hash: string };

export const isDirty = ({ text, saved }: EditState): boolean => text !== saved;

/** Every transition of a file that is being edited. Nothing typed is ever dropped but by the person's own choice. */
export function editFile(state: EditState, action: EditAction): EditState {
  switch (action.type) {
    case "open":
      return { path: action.path, saved: action.content, hash: action.hash, text: action.kept ?? action.content, status: "idle" };
    case "edit":
      return { ...state, text: action.text, status: state.status === "saving" ? "saving" : "idle" };
    case "send":
      return isDirty(state) && !state.conflict ? { ...state, status: "saving", sending: state.text } : state;
    case "saved":
      // What was typed meanwhile stays, and is the next thing to save.
      return { ...state, saved: state.sending ?? state.saved, hash: action.hash, sending: undefined, status: state.text === state.sending ? "saved" : "idle" };
    case "failed":
      return { ...state, sending: undefined, status: "error" };
    case "stale":
      return { ...state, sending: undefined, status: "error", conflict: { path: state.path, mine: state.text, theirs: action.content, hash: action.hash } };
    case "settle":
      return state.status === "saved" ? { ...state, status: "idle" } : state;
    case "keep-mine":
      return state.conflict ? { ...state, saved: state.conflict.theirs, hash: state.conflict.hash, conflict: undefined, status: "idle" } : state;
    case "take-theirs":
      return state.conflict ? { ...state, saved: state.conflict.theirs, text: state.conflict.theirs, hash: state.conflict.hash, conflict: undefined, status: "idle" } : state;
    case "refresh":
      // Somebody else's save replaces what is shown only while nothing of this person's is waiting.
      return isDirty(state) || state.status === "saving" || action.hash === state.hash ? state : { ...state, saved: action.content, text: action.content, hash: action.hash };
  }
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
  return { number, before: before.length > beforeMax ? `…${before.slice(-beforeMax)}` : before, match: text.slice(at, at + length), after: text.slice(at + length, at + length + lineMax).trimEnd() };
}

/** 'Find in files...': paths and lines that hold the words, ignoring case. At most 200 lines, so that a short word stays quick. */
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
    return all.length > 0 || path.toLowerCase().includes(wanted) ? [{ path, lines, more: all.length - lines.length }] : [];
  });
}
