import { useEffect, useState } from "react";
import { fieldsOf } from "@/lib/fields";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Access, EntityClient } from "@/sdk/types"
 */

/** What the user may do with rows and their fields; null while that is not known. @param {EntityClient} entity */
export function useAccess(entity) {
  const [access, setAccess] = useState(/** @type {Access | null} */ (null));
  useEffect(() => {
    let isCurrent = true;
    entity.access().then(
      (value) => isCurrent && setAccess(value),
      () => undefined,
    );
    return () => void (isCurrent = false);
  }, [entity]);
  return access;
}

/**
 * Leaves out references to rows that the visitor may not read, and so cannot choose among; null while that is not known.
 * @param {Entity} entity @param {Field[]} fields
 */
export function useChoosable(entity, fields) {
  const [names, setNames] = useState(/** @type {Set<string> | null} */ (null));
  useEffect(() => {
    let isCurrent = true;
    const asked = fieldsOf(entity).map(async ({ name, property }) => {
      const access = await entity.related(property["x-reference"] ?? "")?.access();
      return access?.canRead === false ? [] : [name];
    });
    void Promise.all(asked).then((kept) => isCurrent && setNames(new Set(kept.flat())));
    return () => void (isCurrent = false);
  }, [entity]);
  return names && fields.filter(({ name }) => names.has(name));
}
