import "server-only";
import type { OwnedApp } from "@/db/scope";
import { linkRecords } from "@/engines/protocol/records";
import type { Action } from "@/engines/protocol/schema";
import type { SmokeFinding } from "@/engines/smoke/schema";
import { entitiesIn } from "@/features/rows/entity";
import { entitiesWithRows } from "@/features/rows/read";
import { checkInTime } from "@/features/validation/check-in-time";
import { mountPages, mountVersion, withMounted } from "@/features/validation/mount-pages";
import { issueKey } from "@/features/validation/rules";
import { pageOf, type SourceFile } from "@/shipped/contract";
import { namedEntities } from "./hold";
import { stageActions, type Staged } from "./stage";

/** Longest wait for mounted pages; what comes later shows in the error panel. Faults told at once. */
const mountMs = 20_000;
const faultsMax = 30;
const recordFaultsMax = 5;

/** What is wrong with an answer's actions. `place`: "pages/Home.jsx:3", or "" for an action that does not fit. */
export type Fault = { message: string; place: string };

/** A check of an answer's actions before they are stored. */
export type Work = {
  faults: Fault[];
  /** What was checked, in words. */
  summary: string;
  files: SourceFile[];
  /** Findings of mounted pages; undefined when none were mounted in time. */
  mounted: SmokeFinding[] | undefined;
};

/** @returns undefined when there is nothing to check, or a click may change what is wrong */
export type CheckWork = (actions: Action[]) => Promise<Work | undefined>;

type App = { scope: OwnedApp; versionId: string; files: SourceFile[]; request: string; signal: AbortSignal };

/**
 * Checks what a turn's actions make of the app: actions that do not fit, validators after their repairs, and pages
 * mounted with sample rows. Faults that were there before the turn are not counted.
 */
export const workCheck =
  ({ scope, versionId, files, request, signal }: App): CheckWork =>
  async (actions) => {
    const guard = { request, entitiesWithRows: await entitiesWithRows(scope, namedEntities(actions)) };
    const staged = stageActions(files, actions, guard);
    if (staged.held.length > 0) return undefined;
    const unfit = [
      ...staged.results
        .filter(({ status }) => status === "failed")
        .map(({ message }) => message ?? "An action could not be applied"),
      ...unfitRecords(staged),
    ].map((message) => ({ message, place: "" }));
    const changed = changedPaths(files, staged.files);
    if (changed.length === 0 && unfit.length === 0) return undefined;
    const { inTime: code } = await checkInTime(files, staged.files, mountMs);
    const checked = code ?? { files: staged.files, issues: [] };
    const mounted = changed.some((path) => !path.startsWith("functions/"))
      ? await inTime(signal, mountPages(checked.files))
      : [];
    const fresh = await freshOnly(withMounted([], mounted), () => inTime(signal, mountVersion(versionId, files)));
    const told = new Set(fresh.map(issueKey));
    const findings = mounted?.filter((finding) =>
      withMounted([], [finding]).some((issue) => told.has(issueKey(issue))),
    );
    const issues = withMounted(checked.issues, findings).filter(({ severity }) => severity === "error");
    const faults = [...unfit, ...issues.map(({ message, path, line }) => ({ message, place: `${path}:${line}` }))];
    const pages = mounted && mounted.every(({ kind }) => kind !== "unchecked") ? pagesIn(checked.files) : 0;
    const what = [code && "the code", pages > 0 && `${pages} ${pages === 1 ? "page" : "pages"}`].filter(Boolean);
    const summary = what.length > 0 ? `Checked ${what.join(" and ")}` : "The check took too long and goes on";
    return { faults: faults.slice(0, faultsMax), summary, files: checked.files, mounted };
  };

const pagesIn = (files: SourceFile[]): number => files.filter(({ path }) => pageOf(path) !== undefined).length;

function changedPaths(before: SourceFile[], after: SourceFile[]): string[] {
  const [was, is] = [before, after].map((files) => new Map(files.map(({ path, content }) => [path, content])));
  return [...new Set([...was!.keys(), ...is!.keys()])].filter((path) => was!.get(path) !== is!.get(path));
}

/** Issues that the app did not have before. Its pages are mounted again only when there is something to compare. */
async function freshOnly(
  issues: ReturnType<typeof withMounted>,
  before: () => Promise<SmokeFinding[] | undefined>,
): Promise<typeof issues> {
  if (!issues.some(({ severity }) => severity === "error")) return issues;
  const old = new Set(withMounted([], await before()).map(issueKey));
  return issues.filter((issue) => !old.has(issueKey(issue)));
}

/** Records that their tables would refuse. What they refer to is checked when they are stored. */
function unfitRecords({ files, records }: Staged): string[] {
  if (records.length === 0) return [];
  const { entities } = entitiesIn(files);
  const { batches } = linkRecords(records, () => "new");
  const faults = batches.flatMap(({ entity, rows }) =>
    rows.flatMap(({ fields }, index) => {
      const fault = Object.values(entities.get(entity)?.validate(fields) ?? {})[0];
      return fault === undefined ? [] : [`${entity}, record ${index + 1}: ${fault}`];
    }),
  );
  return faults.slice(0, recordFaultsMax);
}

/** @returns undefined when it takes too long, or Stop was pressed */
function inTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T | undefined> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(mountMs)]);
  const late = new Promise<undefined>((resolve) =>
    end.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  return end.aborted ? Promise.resolve(undefined) : Promise.race([work, late]);
}
