import "server-only";
import { singular } from "../language/inflect";
import { remember } from "../language/remember";

/** The form under which words are compared: lower case, without accents and signs. */
export const wordKey = remember((text) => {
  const low = text.toLowerCase();
  // oxlint-disable-next-line no-control-regex -- Plain ASCII has no accents to take off, and is most of what is asked.
  const plain = /^[\0-\x7f]*$/.test(low) ? low : low.replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");
  return plain.replace(/[^a-z0-9]+/g, " ").trim();
});

/** A noun as it is and in the singular, as keys. */
export const numberKeys = (text: string) => [...new Set([wordKey(text), singular(wordKey(text))])];
