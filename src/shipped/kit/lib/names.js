import { useEffect, useRef, useState } from "react";
import { fieldsOf, titleOf } from "@/lib/fields";

/**
 * @import { Entity, Names } from "@/lib/fields"
 * @import { Value, Values } from "@/sdk/types"
 */

/** Ids that a field of some rows points to. @typedef {{ name: string, reference: string, ids: string[] }} Pointed */

/** Titles by table and id, so that a list that is opened again shows them at once. @type {Map<string, Map<Value, string>>} */
const cache = new Map();
/** @param {string} reference */
const titlesOf = (reference) => {
  if (!cache.has(reference)) cache.set(reference, new Map());
  return /** @type {Map<Value, string>} */ (cache.get(reference));
};

/** The server answers with at most as many rows. */
const idsMax = 500;

/** Reads titles into the cache; those that may not be read are left out. @param {Entity} other @param {Pointed} pointed */
async function readTitles(other, { reference, ids }) {
  // Strangers see a thing without whom it names: that is no reason to ask them to sign in.
  if (ids.length === 0 || !(await other.access()).canRead) return;
  for (let from = 0; from < ids.length; from += idsMax) {
    const found = await other.filter({ id: { $in: ids.slice(from, from + idsMax) } }, "-createdAt", idsMax);
    for (const id of ids.slice(from, from + idsMax)) titlesOf(reference).delete(id);
    for (const row of found) titlesOf(reference).set(row.id, titleOf(other, row));
  }
}

/** The names with those that the cache has of some ids. @param {Names} names @param {Pointed[]} pointed @returns {Names} */
function withCached(names, pointed) {
  const next = pointed.map(({ name, reference, ids }) => {
    const titles = ids.flatMap((id) => {
      const title = titlesOf(reference).get(id);
      return title === undefined ? [] : [/** @type {const} */ ([id, title])];
    });
    return /** @type {const} */ ([name, new Map([...(names[name] ?? []), ...titles])]);
  });
  return { ...names, ...Object.fromEntries(next) };
}

/** The names as far as the cache has them all: of a missing one nobody knows yet whether it comes. @param {Pointed[]} pointed */
function startWith(pointed) {
  const isWhole = pointed.every(({ reference, ids }) => ids.every((id) => titlesOf(reference).has(id)));
  return isWhole ? withCached({}, pointed) : {};
}

/**
 * The names of rows that other rows point to: `names.company.get(row.company)`. When rows are added, the names that are
 * there stay, and only the missing ones are asked for; all of them when a row of the other table is renamed or deleted.
 * @param {Entity} entity
 * @param {Values[]} rows
 * @returns {Names}
 */
export function useNames(entity, rows) {
  const key = JSON.stringify(
    fieldsOf(entity).flatMap(({ name, kind, reference }) =>
      kind === "reference" && reference && entity.related(reference)
        ? [{ name, reference, ids: [...new Set(rows.map((row) => row[name]).filter(Boolean))] }]
        : [],
    ),
  );
  const [names, setNames] = useState(() => startWith(JSON.parse(key)));
  const asked = useRef(/** @type {Set<string>} */ (new Set()));
  useEffect(() => {
    let isCurrent = true;
    /** @type {Pointed[]} */
    const pointed = JSON.parse(key);
    const missing = pointed.map(({ ids, ...one }) => ({
      ...one,
      ids: ids.filter((id) => !asked.current.has(`${one.name} ${id}`)),
    }));
    for (const { name, ids } of missing) for (const id of ids) asked.current.add(`${name} ${id}`);
    const answers = missing.map(async (one) => {
      const other = entity.related(one.reference);
      if (other) await readTitles(other, one);
    });
    void Promise.allSettled(answers).then(() => isCurrent && setNames((current) => withCached(current, pointed)));
    return () => void (isCurrent = false);
  }, [entity, key]);
  useEffect(() => {
    let isCurrent = true;
    /** @type {Pointed[]} */
    const pointed = JSON.parse(key);
    const ends = pointed.map((one) => {
      const other = entity.related(one.reference);
      return other?.subscribe(() => {
        const show = () => isCurrent && setNames((current) => ({ ...current, ...withCached({}, [one]) }));
        void readTitles(other, one).then(show, () => undefined);
      });
    });
    return () => {
      isCurrent = false;
      for (const end of ends) end?.();
    };
  }, [entity, key]);
  return names;
}
