import "server-only";
import { colorsIn } from "../../language/colors";

/** What is told of rows, and no part of their name: "overdue payments", "unpaid ones". */
const state =
  "(?:(?:over|past|out|un|in|sold|not|due|late|low|high|urgent|new|free|open|full|empty)[a-z-]*|[a-z]+(?:ed|en|aid|old|ent|ght|ost))";
const colored = new RegExp(
  `(?:^|\\s*[,;]\\s*(?:and |with )?|\\s+(?:and|with)\\s+|(?<=[.!?]\\s))(?:(?:show|mark|highlight|colou?r|the|all|please) )*(?:(?!shown |marked )[a-z]+ )??(${state})(?: ([a-z]+))?(?: (?:should be|shall be|must be|are|is|be|shown|marked|highlighted|coloured|colored))* in ([a-z]+(?: [a-z]+)?)(?=\\s*(?:[.,;!]|$))`,
  "gi",
);

/** "Red if urgent": a sentence that tells the colour first. */
const colorFirst = new RegExp(
  `(?<=[.!?\\n]\\s*)(?:please )?(?:(?:mark|show|colou?r|highlight) (?:it|them|these|those) )?(?:in )?([a-z]+) (?:if|when) (?:it'?s |it is |they'?re |they are )?(${state})(?=\\s*(?:[.,;!]|$))`,
  "gi",
);

export type RowColorsSaid = {
  rest: string;
  /** Each as wishes of which the first one that is understood counts. */
  wishes: string[][];
};

/**
 * Takes out of a description in which colour some rows are to be shown ("overdue payments in red"), which would be read
 * as a table or a field of its own. The wishes hold for the finished app; what they call the rows may be no table of it.
 */
export function withoutRowColors(text: string): RowColorsSaid {
  const wishes: string[][] = [];
  const plain = text.replaceAll(colorFirst, (all: string, color: string, is: string) => {
    if (colorsIn(color).length !== 1) return all;
    wishes.push([`show ${is} in ${color}`]);
    return "";
  });
  const rest = plain.replaceAll(colored, (all: string, is: string, what: string | undefined, color: string) => {
    if (colorsIn(color).length !== 1) return all;
    const wish = `show ${is} in ${color}`;
    wishes.push(what ? [`show ${is} ${what} in ${color}`, wish] : [wish]);
    return "";
  });
  return { rest: rest.trim(), wishes };
}
