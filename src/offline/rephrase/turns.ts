import "server-only";
import { singular } from "../language/inflect";
import { turns } from "../words/turns";

/** A first message with what it tells in passing as rows: "my team can request days off" keeps leave requests. Whoever names these rows has said it. */
export const plainTurns = (text: string): string =>
  turns().reduce((said, { said: turn, is, rows }) => {
    const isNamed = rows !== "" && said.replaceAll(turn, "").toLowerCase().includes(singular(rows));
    return isNamed ? said : said.replaceAll(turn, is);
  }, text);
