import type { WayBack } from "./schema";

/** "App error: title, details, componentName" (2-builder.md §3). */
export type ReportedError = { title: string; details: string; componentName?: string };

/** `key` identifies a fault across occurrences. `versionId`: where it was first seen. */
export type ShownError = ReportedError & {
  key: string;
  versionId?: string;
  isSuppressed: boolean;
  isBeingFixed: boolean;
  /** The preview has reloaded since it was thrown: it is dropped unless it is thrown again soon. */
  isStale: boolean;
};

export type ErrorPanelState = {
  errors: ShownError[];
  isMinimized: boolean;
  /** "asked": the message is being sent. "fixing": for at least a second, so that the panel shows it. */
  fix: "idle" | "asked" | "fixing";
  /** Fix attempts by fault. Survives clearing, so that a returning fault is recognized. */
  attempts: Record<string, number>;
  /** The version in which each fault was first seen; failed attempts write newer ones. */
  seenIn: Record<string, string>;
  /** The way back named by the server's refusal of a third attempt, which survives reloads and tabs. */
  wayBack?: WayBack | undefined;
  /** The version that the preview shows, and those that it showed before: what is left of them may still throw. */
  shown?: string | undefined;
  left: string[];
};

export const noErrors: ErrorPanelState = {
  errors: [],
  isMinimized: true,
  fix: "idle",
  attempts: {},
  seenIn: {},
  left: [],
};

/** "'Fixing...' (state set after 1 s)" (2-builder.md §4). */
export const fixingDelayMs = 1_000;

/** Time that a reloaded preview has to throw its faults again. Dropping them at once would take the panel from under a click. */
export const staleErrorMs = 1_500;

/** Facts §7: after two attempts at one fault, offer the way back. */
export const fixAttemptsMax = 2;

/** Normalizes URLs, line numbers and quoted values, which differ between occurrences of one fault. */
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
  /** Sending failed: no longer being fixed, and not counted as an attempt. */
  | { type: "refused"; wayBack?: WayBack | undefined }
  | { type: "settled" }
  /** The preview reloads: remaining faults will be thrown again. */
  | { type: "reloaded"; versionId?: string | undefined }
  /** `staleErrorMs` later: faults that were not thrown again are gone. */
  | { type: "drop-stale" };

export const visibleErrors = ({ errors }: ErrorPanelState): ShownError[] =>
  errors.filter(({ isSuppressed }) => !isSuppressed);

/** A fault that fixing did not cure. */
export const returnedError = (state: ErrorPanelState): ShownError | undefined =>
  visibleErrors(state).find(({ key }) => (state.attempts[key] ?? 0) >= fixAttemptsMax);

/** More than a preview can have in the air. */
const leftMax = 20;

function reload(state: ErrorPanelState, versionId: string | undefined): ErrorPanelState {
  const errors = state.errors.map((error) => ({ ...error, isStale: !error.isSuppressed }));
  if (versionId === undefined || versionId === state.shown) return { ...state, errors };
  const left = [...state.left, ...(state.shown === undefined ? [] : [state.shown])];
  return { ...state, errors, shown: versionId, left: left.filter((one) => one !== versionId).slice(-leftMax) };
}

function report(state: ErrorPanelState, error: ReportedError, versionId?: string): ErrorPanelState {
  // Ignore stale reports: a version that was left says nothing of the one that is shown.
  if (versionId !== undefined && state.left.includes(versionId)) return state;
  const key = errorKey(error);
  const again = state.errors.find((known) => known.key === key);
  if (again) {
    if (!again.isStale) return state;
    const thrown = { ...again, isStale: false, isBeingFixed: false };
    return { ...state, errors: state.errors.map((known) => (known === again ? thrown : known)) };
  }
  const first = state.seenIn[key] ?? versionId;
  // "New errors auto-expand."
  return {
    ...state,
    seenIn: first === undefined ? state.seenIn : { ...state.seenIn, [key]: first },
    errors: [
      ...state.errors,
      { ...error, key, versionId: first, isSuppressed: false, isBeingFixed: false, isStale: false },
    ],
    isMinimized: false,
  };
}

/** Minimizes a panel without visible errors. */
function keep(state: ErrorPanelState, isKept: (error: ShownError) => boolean): ErrorPanelState {
  const errors = state.errors.filter(isKept);
  return { ...state, errors, isMinimized: state.isMinimized || errors.every(({ isSuppressed }) => isSuppressed) };
}

/** Reducer of the error panel (2-builder.md §4). */
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
    // "Clears errors once loading ends". Errors thrown by the newer version meanwhile stay.
    case "settled":
      return state.fix === "idle"
        ? state
        : keep({ ...state, fix: "idle", wayBack: undefined }, ({ isBeingFixed }) => !isBeingFixed);
    case "reloaded":
      return reload(state, action.versionId);
    case "drop-stale":
      return keep(state, ({ isStale }) => !isStale);
  }
}

/** Limits in characters of one error and of all of them: a request takes `requestMax`. */
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
