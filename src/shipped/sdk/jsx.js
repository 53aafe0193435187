import { Fragment, jsx as element, jsxs as elements } from "joinery:jsx-runtime";
import { refresh } from "./refresh.js";

/** @import { ElementType } from "react" */
/** @import { RefreshType } from "./types" */

/** @param {string | RefreshType} type */
const stable = (type) => /** @type {ElementType} */ (refresh.stableOf(type));

// What a preview's elements are made by: of components that outlive an edit (refresh.js).
export { Fragment };
/** @param {string | RefreshType} type @param {object} props @param {string} [key] */
export const jsx = (type, props, key) => element(stable(type), props, key);
/** @param {string | RefreshType} type @param {object} props @param {string} [key] */
export const jsxs = (type, props, key) => elements(stable(type), props, key);
