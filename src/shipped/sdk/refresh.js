import { createContext, forwardRef, memo, useContext } from "react";

/** @import { Refresh, RefreshType, Runs } from "./types" */

/**
 * Components that outlive an edit (engines/bundler/refresh.ts registers them): a stable type stands for each in React's
 * tree and runs the newest implementation, so that its state is kept. It belongs to the page and not to a build.
 */
export const refresh = (window.joineryRefresh ??= open());

/** @typedef {{ signature: string, kind: string, current: RefreshType, stable: RefreshType }} Family */

/** @returns {Refresh} */
function open() {
  /** @type {Map<string, Family>} */
  const families = new Map();
  /** @type {WeakMap<object, RefreshType>} */
  const stableTypes = new WeakMap();
  const kept = new Map();
  /** The number of builds that have run in this page: a new one renders every component anew, memoized ones too. */
  const Epoch = createContext(0);

  /**
   * What a type runs as a function of props and ref; undefined for classes and what else is none.
   * @param {RefreshType | undefined} type
   * @returns {Runs | undefined}
   */
  const runsOf = (type) => {
    if (typeof type === "function") return type.prototype?.isReactComponent ? undefined : /** @type {Runs} */ (type);
    return type?.render ?? (typeof type?.type === "function" ? /** @type {Runs} */ (type.type) : undefined);
  };
  /** @param {RefreshType} type */
  const kindOf = (type) => (typeof type === "function" ? "function" : type.render ? "forwardRef" : "memo");

  /** @param {{ kind: string, current: RefreshType }} family @param {RefreshType} type @returns {RefreshType} */
  function stableTypeOf(family, type) {
    /** @param {unknown[]} given props, and a ref */
    const runs = (...given) => {
      useContext(Epoch);
      return runsOf(family.current)?.(...given);
    };
    // The name is what people see of it: in errors, and when they point at it.
    Object.defineProperty(runs, "name", { value: runsOf(type)?.displayName ?? runsOf(type)?.name });
    if (family.kind === "function") return runs;
    return family.kind === "forwardRef"
      ? forwardRef(runs)
      : memo(runs, ("compare" in type && type.compare) || undefined);
  }

  return {
    epoch: 0,
    Epoch,
    /** @param id of the component in all builds @param signature of its hooks: with another one its state is another */
    register(id, type, signature) {
      if (!runsOf(type)) return type;
      const kind = kindOf(type);
      let family = families.get(id);
      if (family?.signature !== signature || family.kind !== kind) {
        const made = { signature, kind, current: type, stable: type };
        made.stable = stableTypeOf(made, type);
        family = made;
        families.set(id, made);
      }
      family.current = type;
      stableTypes.set(type, family.stable);
      return type;
    },
    /** A value of the first build that had it: a context of which providers and readers know each other. */
    keep(id, make) {
      if (!kept.has(id)) kept.set(id, make());
      return kept.get(id);
    },
    stableOf: (type) => (typeof type === "string" ? type : (stableTypes.get(type) ?? type)),
  };
}
