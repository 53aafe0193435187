/** "Save delay: 2000 ms" (2-builder.md §9): so long nobody types before what was typed is saved. */
export const saveDelayMs = 2_000;
/** A failed save is tried again after 2, 4, 8… seconds, and at last every half minute. */
const retryMaxMs = 30_000;

/** 2-builder.md §8. */
export const saveFailedWords = "Failed saving app, your changes might be lost. Please try again or contact us";
/** 2-builder.md §4. */
export const leaveWords = "You have unsaved changes! Are you sure you want to leave?";

/** What is saved by itself: a tool's texts, fields and blocks; the app's style; the app's settings. */
export const partNames = ["tool", "style", "settings"] as const;
export type PartName = (typeof partNames)[number];

export type Values = Record<string, unknown>;
/** `base` is what the value replaced, as the person saw it. */
export type Edit = { base: unknown; value: unknown };
export type Edits = Record<string, Edit>;

export type Part = {
  revision: number;
  /** What the server has, as far as this tab knows. */
  saved: Values;
  /** What waits to be saved. */
  edits: Edits;
  /** What is on its way. */
  sent?: Edits | undefined;
  /** Values that somebody else saved over the same base: a person chooses. */
  conflicts: Record<string, { theirs: unknown }>;
};

export type SaveState = {
  parts: Partial<Record<PartName, Part>>;
  /** "One save at a time". */
  saving?: PartName | undefined;
  editedAt: number;
  /** Saves that failed one after another, and when the last one did. */
  failures: number;
  failedAt: number;
  /** What the server refused: it is not tried again until something is changed. */
  refusal?: { part: PartName; message: string } | undefined;
  /** "On Done, changes are force-saved first" (2-builder.md §4). */
  isForced: boolean;
};

export const noChanges: SaveState = { parts: {}, editedAt: 0, failures: 0, failedAt: 0, isForced: false };

export type SaveAction =
  /** What the server has, at first and whenever it was asked again. `kept` outlived a reload. */
  | { type: "open"; part: PartName; revision: number; values: Values; kept?: Edits | undefined }
  | { type: "edit"; part: PartName; key: string; value: unknown; now: number }
  | { type: "send"; part: PartName }
  | { type: "saved"; revision: number }
  /** `message` of a refusal; without it the connection or the server failed, and it is tried again. */
  | { type: "failed"; now: number; message?: string | undefined }
  /** Another tab saved meanwhile: nothing was written. */
  | { type: "stale"; revision: number; values: Values }
  | { type: "resolve"; part: PartName; key: string; take: "mine" | "theirs" }
  | { type: "force" };

const isEmpty = (value: unknown) => value === undefined || value === null;

/** Whether two JSON values are one, whatever order their keys came back in. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right) || (isEmpty(left) && isEmpty(right))) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [one, other] = [left as Values, right as Values];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]));
}

const isNone = (record: object | undefined) => record === undefined || Object.keys(record).length === 0;

/** Puts what was sent back: what was typed since wins, over the base of what was sent. */
const putBack = ({ edits, sent = {} }: Pick<Part, "edits" | "sent">): Edits => ({
  ...sent,
  ...Object.fromEntries(
    Object.entries(edits).map(([key, edit]) => [key, sent[key] ? { ...edit, base: sent[key].base } : edit]),
  ),
});

/** Puts edits over newer content. Where both sides changed one value differently, a person chooses. */
function rebase(edits: Edits, values: Values): Pick<Part, "edits" | "conflicts"> {
  const kept: Edits = {};
  const conflicts: Part["conflicts"] = {};
  for (const [key, edit] of Object.entries(edits)) {
    const theirs = values[key];
    // Saved already: by this tab, whose answer was lost, or by somebody who had the same idea.
    if (isSame(theirs, edit.value)) continue;
    kept[key] = { base: theirs, value: edit.value };
    if (!isSame(theirs, edit.base)) {
      conflicts[key] = { theirs };
      kept[key] = edit;
    }
  }
  return { edits: kept, conflicts };
}

const setPart = (state: SaveState, name: PartName, part: Part): SaveState => ({
  ...state,
  parts: { ...state.parts, [name]: part },
});

function open(
  state: SaveState,
  { part: name, revision, values, kept }: Extract<SaveAction, { type: "open" }>,
): SaveState {
  const part = state.parts[name];
  // Ignore stale responses, and whatever comes while a save is on its way: its own answer tells what is there.
  if (part && (state.saving === name || revision <= part.revision)) return state;
  const edits = part ? part.edits : (kept ?? {});
  return setPart(state, name, { revision, saved: values, ...rebase(edits, values) });
}

function edit(state: SaveState, action: Extract<SaveAction, { type: "edit" }>): SaveState {
  const part = state.parts[action.part];
  if (!part) return state;
  const { [action.key]: before, ...others } = part.edits;
  const sent = part.sent?.[action.key];
  const base = before ? before.base : sent ? sent.value : part.saved[action.key];
  // Typed back to what it was: there is nothing to save.
  const isBack = isSame(base, action.value) && !part.conflicts[action.key];
  const edits = isBack ? others : { ...part.edits, [action.key]: { base, value: action.value } };
  return setPart({ ...state, editedAt: action.now, refusal: undefined }, action.part, { ...part, edits });
}

function answered(state: SaveState, change: (part: Part) => Part): SaveState {
  const name = state.saving;
  const part = name && state.parts[name];
  return part ? { ...setPart(state, name, change(part)), saving: undefined } : state;
}

function resolve(state: SaveState, { part: name, key, take }: Extract<SaveAction, { type: "resolve" }>): SaveState {
  const part = state.parts[name];
  if (!part?.conflicts[key]) return state;
  const { [key]: conflict, ...conflicts } = part.conflicts;
  const { [key]: mine, ...others } = part.edits;
  const edits = take === "mine" && mine ? { ...others, [key]: { base: conflict!.theirs, value: mine.value } } : others;
  return setPart(state, name, { ...part, edits, conflicts });
}

/** Every transition of what is edited and saved. Nothing typed is dropped but by the person's own choice. */
export function takeSaveAction(state: SaveState, action: SaveAction): SaveState {
  switch (action.type) {
    case "open":
      return open(state, action);
    case "edit":
      return edit(state, action);
    case "send": {
      const part = state.parts[action.part];
      if (!part || state.saving || isNone(sendable(part))) return state;
      const sent = sendable(part);
      const edits = Object.fromEntries(Object.entries(part.edits).filter(([key]) => !sent[key]));
      return setPart({ ...state, saving: action.part }, action.part, { ...part, sent, edits });
    }
    case "saved": {
      const next = answered(state, ({ sent = {}, saved, ...part }) => ({
        ...part,
        sent: undefined,
        revision: action.revision,
        saved: { ...saved, ...valuesIn(sent) },
      }));
      return { ...next, failures: 0, isForced: next.isForced && isDirty(next) };
    }
    case "failed": {
      const part = state.saving;
      const next = answered(state, (one) => ({ ...one, edits: putBack(one), sent: undefined }));
      return {
        ...next,
        isForced: false,
        failures: state.failures + 1,
        failedAt: action.now,
        ...(action.message !== undefined && part && { refusal: { part, message: action.message } }),
      };
    }
    case "stale":
      return answered(state, (part) => ({
        revision: action.revision,
        saved: action.values,
        sent: undefined,
        ...rebase(putBack(part), action.values),
      }));
    case "resolve":
      return resolve(state, action);
    case "force":
      return { ...state, isForced: isDirty(state), refusal: undefined };
  }
}

export const valuesIn = (edits: Edits): Values =>
  Object.fromEntries(Object.entries(edits).map(([key, { value }]) => [key, value]));

/** What may be sent: all but what a person has to choose first. */
const sendable = ({ edits, conflicts }: Part): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([key]) => !conflicts[key]));

/** What stands in the panels. */
export const valuesOf = ({ saved, sent = {}, edits }: Part): Values => ({
  ...saved,
  ...valuesIn(sent),
  ...valuesIn(edits),
});

/** What must not be lost with the tab: everything that the server has not acknowledged. */
export const keptOf = (part: Part): Edits => putBack(part);

export const isDirty = ({ parts }: SaveState): boolean =>
  partNames.some((name) => !isNone(parts[name]?.edits) || parts[name]?.sent !== undefined);

export const conflictsOf = ({ parts }: SaveState): { part: PartName; key: string; mine: unknown; theirs: unknown }[] =>
  partNames.flatMap((part) =>
    Object.entries(parts[part]?.conflicts ?? {}).map(([key, { theirs }]) => ({
      part,
      key,
      mine: parts[part]?.edits[key]?.value,
      theirs,
    })),
  );

/** What is to be saved next, and when (milliseconds, as Date.now counts them); undefined while nothing is or a save is on its way. */
export function nextSave(state: SaveState): { part: PartName; at: number } | undefined {
  if (state.saving) return undefined;
  const part = partNames.find(
    (name) => state.parts[name] && !isNone(sendable(state.parts[name])) && state.refusal?.part !== name,
  );
  if (!part) return undefined;
  if (state.isForced) return { part, at: 0 };
  const quiet = state.editedAt + saveDelayMs;
  if (state.failures === 0) return { part, at: quiet };
  return { part, at: Math.max(quiet, state.failedAt + Math.min(saveDelayMs * 2 ** (state.failures - 1), retryMaxMs)) };
}

export type SaveStatus = "saved" | "waiting" | "saving" | "failed" | "refused" | "conflict";

/** What the editor's bar says. */
export function saveStatus(state: SaveState): SaveStatus {
  if (conflictsOf(state).length > 0) return "conflict";
  if (state.saving) return "saving";
  if (state.refusal) return "refused";
  if (!isDirty(state)) return "saved";
  return state.failures > 0 ? "failed" : "waiting";
}
