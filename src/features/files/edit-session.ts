import { isText, shape } from "@/engines/shape";
import { dropEdit, keepEdit, keptEdit } from "./kept-edits";
import { type EditAction, editFile, type EditState, isDirty } from "./save-queue";

type Save = { path: string; content: string; baseHash: string };
type Refusal = { reason: string; message: string; details?: unknown };

/** The session's access to the server, and its messages to the person. */
export type Server = {
  send: (save: Save) => Promise<{ hash: string }>;
  refusalOf: (error: unknown) => Refusal;
  tell: (message: string) => void;
};

const isStale = shape<{ content: string; hash: string }>({ content: isText, hash: isText });

/** Errors worth retrying. */
const temporary = new Set(["offline", "unavailable", "too-many-requests"]);

/**
 * Editing session of one file, from opening it until its last save. Outlives its editor, since a save may be in flight
 * when another file opens. Unsaved text is kept in the browser with its base.
 */
export class EditSession {
  state: EditState;
  readonly #listeners = new Set<() => void>();
  #saving: Promise<void> | undefined;
  /** The text that this session has stored in the browser. */
  #kept: string | undefined;
  /** Whether the person has been told that saving fails: once is enough, until they save by hand. */
  #hasTold = false;

  constructor(
    readonly appId: string,
    file: { path: string; content: string; hash: string },
    readonly canEdit: boolean,
    readonly server: Server,
  ) {
    const kept = canEdit ? keptEdit(appId, file.path) : undefined;
    this.state = editFile({} as EditState, {
      type: "open",
      path: file.path,
      content: file.content,
      hash: file.hash,
      kept,
    });
    this.#kept = kept?.text;
    this.#keep();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly dispatch = (action: EditAction): void => {
    this.state = editFile(this.state, action);
    this.#keep();
    for (const listener of this.#listeners) listener();
  };

  /** Whether an editor shows it. */
  get isShown(): boolean {
    return this.#listeners.size > 0;
  }

  #keep(): void {
    const { path, text, hash, sent, saved } = this.state;
    if (this.canEdit && isDirty(this.state)) {
      keepEdit(this.appId, path, { text, baseHash: hash, sent, base: saved });
      this.#kept = text;
    } else if (this.#kept !== undefined) {
      dropEdit(this.appId, path, this.#kept);
      this.#kept = undefined;
    }
  }

  /** Saves the current text, unless a save is in flight. */
  save(): Promise<void> {
    return (this.#saving ??= this.#saveOnce().finally(() => (this.#saving = undefined)));
  }

  /**
   * Saves until nothing is unsaved, including text typed meanwhile. False when that is impossible: offline, refused, or
   * a conflict to be resolved.
   */
  async flush(): Promise<boolean> {
    this.#hasTold = false;
    do await this.save();
    while (this.canEdit && isDirty(this.state) && !this.state.conflict && this.state.status !== "error");
    return !isDirty(this.state);
  }

  async #saveOnce(): Promise<void> {
    const { path, text, hash, conflict } = this.state;
    if (!this.canEdit || !isDirty(this.state) || conflict) return;
    this.dispatch({ type: "send" });
    try {
      const saved = await this.server.send({ path, content: text, baseHash: hash });
      this.#hasTold = false;
      this.dispatch({ type: "saved", hash: saved.hash });
    } catch (error) {
      this.#refused(this.server.refusalOf(error));
    }
  }

  #refused({ reason, message, details }: Refusal): void {
    if (reason === "stale-file" && isStale(details)) {
      this.dispatch({ type: "stale", content: details.content, hash: details.hash });
      // Where the file is open, the conflict dialog shows it.
      if (this.state.conflict && !this.isShown) this.server.tell(`${this.state.path}: ${message}. Open it to decide.`);
      return;
    }
    this.dispatch({ type: "failed", isTemporary: temporary.has(reason) });
    if (!this.#hasTold) this.server.tell(`Failed to save file. ${message}`);
    this.#hasTold = true;
  }
}

/** Sessions that are shown or still saving. */
const sessions = new Set<EditSession>();

/** A file's session: the one still saving it, or a new one. */
export function sessionOf(
  appId: string,
  file: { path: string; content: string; hash: string },
  canEdit: boolean,
  server: Server,
): EditSession {
  for (const one of sessions)
    if (one.appId === appId && one.state.path === file.path && one.canEdit === canEdit) return one;
  return new EditSession(appId, file, canEdit, server);
}

/**
 * Marks a session as shown by an editor.
 * @returns call it when the editor closes: "Switching files first saves pending edits" (1-platform.md §4)
 */
export function showSession(session: EditSession): () => void {
  sessions.add(session);
  return () => void session.flush().finally(() => session.isShown || sessions.delete(session));
}

/** Saves an app's pending edits, for whoever is about to use its files. False when something could not be saved. */
export async function flushEdits(appId: string): Promise<boolean> {
  const results = await Promise.all([...sessions].filter((one) => one.appId === appId).map((one) => one.flush()));
  return results.every(Boolean);
}
