import { useEffect, useState } from "react";

/** @import { Access, EntityClient } from "@/sdk/types" */

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
