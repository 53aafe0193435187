import { createContext, forwardRef, memo, useContext } from "react";

/**
 * Components that outlive an edit (engines/bundler/refresh.ts registers them): a stable type stands for each in React's
 * tree and runs the newest implementation, so that its state is kept. It belongs to the page and not to a build.
 */
export const refresh = (window.joineryRefresh ??= open());

function open() {
  const families = new Map();
  const stableTypes = new WeakMap();
  const kept = new Map();
  /** The number of builds that have run in this page: a new one renders every component anew, memoized ones too. */
  const Epoch = createContext(0);

  /** What a type runs as a function of props and ref; undefined for classes and what else is none. */
  const runsOf = (type) => {
    if (typeof type === "function") return type.prototype?.isReactComponent ? undefined : type;
    return type?.render ?? (typeof type?.type === "function" ? type.type : undefined);
  };
  const kindOf = (type) => (typeof type === "function" ? "function" : type.render ? "forwardRef" : "memo");

  function stableTypeOf(family, type) {
    const runs = (...given) => {
      useContext(Epoch);
      return runsOf(family.current)(...given);
    };
    // The name is what people see of it: in errors, and when they point at it.
    Object.defineProperty(runs, "name", { value: runsOf(type).displayName ?? runsOf(type).name });
    if (family.kind === "function") return runs;
    return family.kind === "forwardRef" ? forwardRef(runs) : memo(runs, type.compare ?? undefined);
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
        family = { signature, kind, current: type };
        family.stable = stableTypeOf(family, type);
        families.set(id, family);
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
    stableOf: (type) => stableTypes.get(type) ?? type,
  };
}
