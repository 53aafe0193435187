import { z } from "zod";
import { dropEdit, keepEdit, keptEdit } from "./kept-edits";
import { type EditAction, editFile, type EditState, isDirty } from "./save-queue";

type Save = { path: string; content: string; baseHash: string };
type Refusal = { reason: string; message: string; details?: unknown };

/** How a session reaches the server, and what it tells the person. */
export type Server = {
  send: (save: Save) => Promise<{ hash: string }>;
  refusalOf: (error: unknown) => Refusal;
  tell: (message: string) => void;
};

const staleSchema = z.object({ content: z.string(), hash: z.string() });

/** Errors worth retrying. */
const temporary = new Set(["offline", "unavailable", "too-many-requests"]);

/**
 * The editing of one file, from its opening until its last save: it outlives the editor that shows it, since a save may
 * still be on its way when another file opens. What is not saved is kept in the browser together with what it was based
 * on.
 */
export class EditSession {
  state: EditState;
  readonly #listeners = new Set<() => void>();
  #saving: Promise<void> | undefined;
  /** The text that this session keeps in the browser. */
  #kept: string | undefined;
  /** Whether the person knows that saving fails: once is enough, until they ask for it. */
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

  /** Sends what is typed now, unless a save is on its way already. */
  save(): Promise<void> {
    return (this.#saving ??= this.#saveOnce().finally(() => (this.#saving = undefined)));
  }

  /**
   * Saves until nothing that was typed is left, also what is typed meanwhile. False when that cannot be: offline,
   * refused, or the person has to decide first.
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
    const stale = reason === "stale-file" ? staleSchema.safeParse(details).data : undefined;
    if (stale) {
      this.dispatch({ type: "stale", ...stale });
      // Where the file is open the person sees both versions.
      if (this.state.conflict && !this.isShown) this.server.tell(`${this.state.path}: ${message}. Open it to decide.`);
      return;
    }
    this.dispatch({ type: "failed", isTemporary: temporary.has(reason) });
    if (!this.#hasTold) this.server.tell(`Failed to save file. ${message}`);
    this.#hasTold = true;
  }
}

/** Sessions that are shown, or whose last save is on its way. */
const sessions = new Set<EditSession>();

/** The session of a file: the one that is still saving it, or a new one. */
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
 * Holds a session while an editor shows it.
 * @returns what to do when the editor goes: "Switching files first saves pending edits" (1-platform.md §4)
 */
export function showSession(session: EditSession): () => void {
  sessions.add(session);
  return () => void session.flush().finally(() => session.isShown || sessions.delete(session));
}

/** Saves what is typed in an app's files, for whoever is about to use them. False when something could not be saved. */
export async function flushEdits(appId: string): Promise<boolean> {
  const results = await Promise.all([...sessions].filter((one) => one.appId === appId).map((one) => one.flush()));
  return results.every(Boolean);
}
