import "server-only";
import { splitOptions } from "../../language/normalize";
import { bare } from "./nouns";

/** Where rows are put: what of, and the states. */
export type States = { of: string; states: string[] };

const isState = (text: string) => /^[a-z][a-z' -]*$/i.test(text) && text.split(" ").length < 5;

const listOf = (text: string): string[] =>
  splitOptions(text.replace(/ +to +/g, ", ")).map((one) => one.replace(/^(?:an?|the|either) /i, ""));

/** "an order to new, packed or shipped", "tasks from to do to doing to done", "it through new, won and lost". */
export function statesIn(object: string): States | null {
  const text = object.replace(/\bto do\b/gi, "to-do");
  const [, of = "", , list = ""] =
    /^(.*?)(?:^| )(from|through|to|as|between|either)(?: the (?:stages|steps|states|phases)(?: of)?)? ((?:(?!\bwith\b).)+)$/i.exec(
      text,
    ) ?? [];
  const states = listOf(list).filter((one) => one !== "");
  if (states.length < 2 || !states.every(isState)) return null;
  return {
    of: bare(
      of
        .replace(/^(?:the |its |their |an? )?(?:status|state|stage|phase)(?: of)? ?/i, "")
        .replace(/(?:['’]s)? (?:status|state|stage)$/i, ""),
    ),
    states: states.map((one) => (one === "to-do" ? "to do" : one)),
  };
}
