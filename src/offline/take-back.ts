import "server-only";
import type { Earlier } from "@/engines/model/schema";
import { listed, wordsOf } from "./language/inflect";
import { type AppModel, readModel, type SourceFile } from "./model/app-model";
import { differencesBetween } from "./request/differences/between";
import type { Difference } from "./request/differences/difference";
import { unansweredWords } from "./request/gate";
import { type Undo, undoIn } from "./undo";
import { type Change, editBody } from "./write/changes";
import { blocksFor, hunksBetween } from "./write/lines";

type Standing = { files: SourceFile[]; model: AppModel; isForeign: boolean };

/** An undo that was carried out, or what is said instead of it. */
export type TakenBack =
  | { answer: string; files?: undefined; changes?: undefined; undone?: undefined }
  | { answer?: undefined; files: SourceFile[]; changes: Change[]; undone: Undone };
/** What is told of an undo: whose change it was, and what differs now. */
export type Undone = { heading: string; lines: string[] };

const linesMax = 12;
const requestMax = 120;

const byHand =
  "Press Revert below the message whose state you want, or open the version list and choose Restore: code, tables and permissions return to that moment, and the restore itself can be undone.";

/**
 * Takes the app's last changes back: its files become those of before, as an ordinary new version. Rows are not
 * touched. Where a change is named ("undo the fonts"), it has to be the last one, and nothing beside it.
 */
export function takeBack(undo: Undo, earlier: Earlier | undefined, now: Standing, appName: string): TakenBack {
  const answer =
    !earlier || undo.isFar ? `I cannot go back that far from here. ${byHand}` : reasonAgainst(earlier, undo);
  if (answer || !earlier) return { answer: answer ?? byHand };
  const then = readModel(earlier.files, appName).model;
  const differences = differencesBetween(now.model, then);
  if (!isAbout(undo, differences, [now.model, then]))
    return {
      answer: `“${undo.said}”: the last change was ${quoted(earlier.undone[0]!)}, which is not that, or not only. Say “undo the last change” to take it back as a whole. For an older state: ${byHand}`,
    };
  const changes = changesBetween(now.files, earlier.files);
  const lines = linesOf(differences, now.isForeign, then, changes);
  return { files: earlier.files, changes, undone: { heading: headingOf(earlier.undone, undo.count), lines } };
}

function reasonAgainst({ undone, addedRows, didNothing }: Earlier, { count, of }: Undo): string | undefined {
  if (addedRows !== undefined)
    return `The last thing that I did, ${quoted(addedRows)}, only added rows, and rows stay where they are: delete them in the Database panel if you do not want them. Say “undo” once more to take back the change before.`;
  // Whoever says it again means the change before.
  const isIdle = didNothing !== undefined && count === 1 && of.length === 0 && !undoIn(didNothing, false).undo;
  if (isIdle && undone.length > 0)
    return `Your last message, ${quoted(didNothing)}, changed nothing. Say “undo” once more to take back the change before: ${quoted(undone[0]!)}.`;
  return undone.length === 0 ? "There is nothing to undo: the app is as it was at the start." : undefined;
}

/** Whether each word of an undo has an answer in what goes back, and nothing else goes back with it. */
function isAbout({ said, of }: Undo, differences: Difference[], models: AppModel[]): boolean {
  if (of.length === 0) return true;
  const left = new Set(unansweredWords(said, differences, models));
  const named = ({ about, line }: Difference) => {
    const words = new Set([...about, line].flatMap(wordsOf));
    return of.some((word) => words.has(word) || wordsOf(word).every((one) => words.has(one)));
  };
  return differences.length > 0 && !of.some((word) => left.has(word)) && differences.every(named);
}

const quoted = (request: string): string => {
  const line = request.replaceAll(/\s+/g, " ").trim();
  return `“${line.length > requestMax ? `${line.slice(0, requestMax).toWellFormed()}…` : line}”`;
};

function headingOf(undone: string[], asked: number): string {
  const which = listed(undone.map(quoted));
  const fewer = undone.length < asked ? " There was nothing before." : "";
  return undone.length === 1 ? `Undid ${which}.${fewer}` : `Undid the last ${undone.length} changes, ${which}.${fewer}`;
}

function linesOf(differences: Difference[], isForeign: boolean, then: AppModel, changes: Change[]): string[] {
  if (then.entities.length + then.pages.length === 0 && differences.length > 0)
    return ["The app is empty again, as it was before. Its rows stay stored, and the version list has the way back."];
  const files =
    isForeign || differences.length === 0
      ? changes.map(({ file, type }) => (type === "delete_file" ? `${file} is gone.` : `${file} is as it was.`))
      : [];
  const said = [...new Set([...differences.map((difference) => difference.said), ...files])];
  const more = said.length > linesMax ? [`${said.length - linesMax} more things are as they were.`] : [];
  return [...said.slice(0, linesMax), ...more, "Rows of tables stay as they are."];
}

/** Only the lines that differ, where these are the fewer: a card then counts two lines, and not the whole file. */
function editBetween(standing: string, then: string): string | undefined {
  const [old, fresh] = [standing.split("\n"), then.split("\n")];
  const hunks = hunksBetween(old, fresh);
  const changed = hunks.reduce((sum, { size, lines }) => sum + size + lines.length, 0);
  const blocks = changed * 2 < fresh.length ? blocksFor(old, hunks, old) : null;
  return blocks ? editBody(blocks) : undefined;
}

/** Entity files are written as they were, permissions included, so that nothing of them is merged. */
function changesBetween(now: SourceFile[], then: SourceFile[]): Change[] {
  const before = new Map(now.map(({ path, content }) => [path, content]));
  const after = new Set(then.map(({ path }) => path));
  const gone = now.filter(({ path }) => !after.has(path));
  return [
    ...then
      .filter(({ path, content }) => before.get(path) !== content)
      .map(({ path, content }): Change => {
        const standing = before.get(path);
        const title = `${standing === undefined ? "Bring back" : "Put back"} ${path}`;
        const body = standing === undefined ? undefined : editBetween(standing, content);
        if (body !== undefined) return { type: "partial_edit", file: path, title, body };
        return { type: standing === undefined ? "add_file" : "edit_file", file: path, title, body: content };
      }),
    ...gone.map(({ path }): Change => ({ type: "delete_file", file: path, title: `Remove ${path}`, body: "" })),
  ];
}
