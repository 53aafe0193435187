import "server-only";
import { sentence } from "../../../language/inflect";
import { labelFor } from "../../../model/field-kinds";
import type { Draft } from "../../../draft/draft";
import type { FieldRef } from "../../../request/meaning/marks";
import type { Meaning } from "../grounds/meaning";

/**
 * Makes a change whose table, field and values are known. False: it cannot be made like this; nothing is changed then.
 * Words: it was understood, and this is why nobody makes it.
 */
export type Carry = (meaning: Meaning, draft: Draft) => boolean | string;

export const label = ({ entity, name }: FieldRef) => labelFor(name, entity.properties[name]!).toLowerCase();

export const already = (draft: Draft, what: string): true => {
  draft.already.push(`${sentence(what)} already.`);
  return true;
};
