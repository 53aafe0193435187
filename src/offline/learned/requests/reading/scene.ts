import "server-only";
import type { AppModel } from "../../../model/app-model";
import { type Token, tokensOf } from "../../../lexicon/message-tokens";
import { isFiller, isUnknown, type Mark, marksOf } from "../../../request/meaning/marks";

/** A token of a message with the mark that it is part of, if any. */
export type Word = Token & { mark: Mark | undefined; kind: string };
export type Scene = { text: string; words: Word[]; marks: Mark[] };

/** What a mark may be in this app: "T" a table, "F" a field, "O" an option, "P" a page, "C" a colour and so on. */
const kindOf = (mark: Mark): string =>
  [
    mark.entities.length > 0 && "T",
    mark.fields.length > 0 && "F",
    mark.states.length > 0 && "O",
    mark.pages.length > 0 && mark.entities.length === 0 && "P",
    mark.color && "C",
    mark.role && "R",
    mark.kind && "K",
    mark.number !== undefined && "#",
    mark.quoted !== undefined && "Q",
  ]
    .filter((kind) => typeof kind === "string")
    .join("") || (isUnknown(mark) ? "U" : isFiller(mark) ? "." : "A");

/** A message in the light of the app that it is about. */
export function sceneOf(text: string, model: AppModel): Scene {
  const marks = marksOf(text, model);
  let at = 0;
  const words = tokensOf(text).map((token) => {
    while (at < marks.length && marks[at]!.end <= token.from) at += 1;
    const mark = marks[at] && marks[at]!.at < token.to ? marks[at] : undefined;
    return { ...token, mark, kind: mark ? kindOf(mark) : "-" };
  });
  return { text, words, marks };
}
