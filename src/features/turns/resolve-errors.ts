import type { WayBack } from "./schema";

/** "App error: title, details, componentName" (2-builder.md §3). */
export type ReportedError = { title: string; details: string; componentName?: string };

/** `key` is the same for the same fault, however often it is thrown. `versionId`: the version it was first seen in. */
export type ShownError = ReportedError & {
  key: string;
  versionId?: string;
  isSuppressed: boolean;
  isBeingFixed: boolean;
};

export type ErrorPanelState = {
  errors: ShownError[];
  isMinimized: boolean;
  /** "asked": the message is on its way. "fixing": it has been for a second, so the panel says so. */
  fix: "idle" | "asked" | "fixing";
  /** How often a fix of each fault was asked for, kept when the errors are cleared: a fault that returns is known. */
  attempts: Record<string, number>;
  /** The version in which each fault was first seen: an attempt that did not cure it writes a newer one. */
  seenIn: Record<string, string>;
  /** The way back that the server named when it refused a third attempt, which it remembers across reloads and tabs. */
  wayBack?: WayBack | undefined;
};

export const noErrors: ErrorPanelState = { errors: [], isMinimized: true, fix: "idle", attempts: {}, seenIn: {} };

/** "'Fixing...' (state set after 1 s)" (2-builder.md §4). */
export const fixingDelayMs = 1_000;

/** Facts §7: after two attempts at one fault, offer the way back instead of a third. */
export const fixAttemptsMax = 2;

/** Addresses, line numbers and quoted values change between two throws of one fault; its words do not. */
export const errorKey = ({ title, componentName = "" }: ReportedError): string =>
  `${componentName}: ${title.replace(/https?:\/\/\S+/g, "").replace(/\d+/g, "#")}`;

export type ErrorPanelAction =
  | { type: "report"; error: ReportedError; versionId?: string }
  | { type: "minimize" }
  | { type: "expand" }
  | { type: "suppress"; key: string }
  | { type: "show-suppressed" }
  | { type: "ask" }
  | { type: "fixing" }
  /** The request could not be sent: nothing is being fixed, and it was no attempt. */
  | { type: "refused"; wayBack?: WayBack | undefined }
  | { type: "settled" }
  /** The preview starts anew, with a newer version or by hand: what is still broken will be thrown again. */
  | { type: "reloaded" };

export const visibleErrors = ({ errors }: ErrorPanelState): ShownError[] =>
  errors.filter(({ isSuppressed }) => !isSuppressed);

/** A fault that fixing did not cure. */
export const returnedError = (state: ErrorPanelState): ShownError | undefined =>
  visibleErrors(state).find(({ key }) => (state.attempts[key] ?? 0) >= fixAttemptsMax);

function report(state: ErrorPanelState, error: ReportedError, versionId?: string): ErrorPanelState {
  const key = errorKey(error);
  if (state.errors.some((known) => known.key === key)) return state;
  const first = state.seenIn[key] ?? versionId;
  // "New errors auto-expand."
  return {
    ...state,
    seenIn: first === undefined ? state.seenIn : { ...state.seenIn, [key]: first },
    errors: [...state.errors, { ...error, key, versionId: first, isSuppressed: false, isBeingFixed: false }],
    isMinimized: false,
  };
}

/** A panel whose last visible error is gone folds away. */
function keep(state: ErrorPanelState, isKept: (error: ShownError) => boolean): ErrorPanelState {
  const errors = state.errors.filter(isKept);
  return { ...state, errors, isMinimized: state.isMinimized || errors.every(({ isSuppressed }) => isSuppressed) };
}

/** Every transition of the error panel (2-builder.md §4). */
export function showErrors(state: ErrorPanelState, action: ErrorPanelAction): ErrorPanelState {
  switch (action.type) {
    case "report":
      return report(state, action.error, action.versionId);
    case "minimize":
      return { ...state, isMinimized: true };
    case "expand":
      return { ...state, isMinimized: false };
    case "suppress": {
      const errors = state.errors.map((error) => (error.key === action.key ? { ...error, isSuppressed: true } : error));
      // "Suppressing the last visible error minimizes."
      return { ...state, errors, isMinimized: state.isMinimized || errors.every(({ isSuppressed }) => isSuppressed) };
    }
    case "show-suppressed":
      return { ...state, errors: state.errors.map((error) => ({ ...error, isSuppressed: false })), isMinimized: false };
    case "ask": {
      const asked = visibleErrors(state).map(({ key }) => [key, (state.attempts[key] ?? 0) + 1] as const);
      const errors = state.errors.map((error) => ({ ...error, isBeingFixed: !error.isSuppressed }));
      return { ...state, errors, fix: "asked", attempts: { ...state.attempts, ...Object.fromEntries(asked) } };
    }
    case "fixing":
      return state.fix === "asked" ? { ...state, fix: "fixing" } : state;
    case "refused": {
      const given = Object.entries(state.attempts).map(
        ([key, count]) => [key, visibleErrors(state).some((error) => error.key === key) ? count - 1 : count] as const,
      );
      return { ...state, fix: "idle", attempts: Object.fromEntries(given), wayBack: action.wayBack ?? state.wayBack };
    }
    // "Clears errors once loading ends". One that the newer version threw meanwhile is another error, and stays.
    case "settled":
      return state.fix === "idle"
        ? state
        : keep({ ...state, fix: "idle", wayBack: undefined }, ({ isBeingFixed }) => !isBeingFixed);
    case "reloaded":
      return keep(state, ({ isSuppressed }) => isSuppressed);
  }
}

/** Characters of one error, and of all of them: a request takes `requestMax`. */
const entryMax = 2_000;
const entriesMax = 18_000;

/**
 * "Starts 'The following errors happened in the app', lists the error entries, ends 'please help me fix these errors'"
 * (2-builder.md §9).
 */
export function fixMessage(errors: ReportedError[]): string {
  const share = Math.min(entryMax, Math.floor(entriesMax / errors.length));
  const entries = errors.map(({ title, details, componentName }) =>
    `- ${title}${componentName ? ` (in ${componentName})` : ""}${details ? `\n  ${details.replaceAll("\n", "\n  ")}` : ""}`
      .slice(0, share)
      .toWellFormed(),
  );
  return ["The following errors happened in the app:", ...entries, "please help me fix these errors"].join("\n");
}
