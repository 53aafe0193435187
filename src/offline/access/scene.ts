import "server-only";
import { isClosed } from "../description/wishes/closed-said";
import { accessWords } from "../words/access";
import type { Statement } from "./statement";

/** What an app tells of who uses it. `isTeams`: it is said to be a team's; `isPublic`: strangers are said to come. */
export type Scene = { isTeams: boolean; isPublic: boolean };

const hasOne = (said: string, names: ReadonlySet<string>): boolean => {
  const words = ` ${said.toLowerCase().replaceAll(/[^\p{L}\p{N}-]+/gu, " ")} `;
  return [...names].some((name) => words.includes(` ${name} `));
};

/** Whether "everyone" of a message are strangers, too: only where it tells of a site, or of who comes without an account. */
export function sceneOf(said: string, statements: readonly Statement[]): Scene {
  const { team, site } = accessWords();
  const isTeams = hasOne(said, team) || /^(?:team|staff|employee|family)\b/i.test(said) || isClosed(said);
  const comeIn = statements.some(
    ({ who, isNot, may }) => !isNot && (may.includes("read") || !isTeams) && who.some(({ is }) => is === "strangers"),
  );
  // "everyone can browse, registered users can add recipes": of these two not all have signed in.
  const isApart =
    statements.some(({ who }) => who.some(({ is }) => is === "signed")) &&
    /\b(?:registered|(?:signed|logged)[- ]in)\b/i.test(said);
  return { isTeams, isPublic: comeIn || (!isTeams && (hasOne(said, site) || isApart)) };
}
