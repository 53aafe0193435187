import "server-only";
import { loadWords } from "../words/load";

/** Why a noun is a feature of software and no property of a row ("wishlist"), by its key in `words/no-fields.json`. */
export function keyOfFeature(noun: string): string | undefined {
  const said = noun.toLowerCase().replace(/^(?:an?|the|some|my|our) /, "");
  return [...loadWords().noFields].find(([, words]) => words.includes(said))?.[0];
}

export const isNoField = (noun: string): boolean => keyOfFeature(noun) !== undefined;
