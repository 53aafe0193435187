import { Fragment, jsx as element, jsxs as elements } from "joinery:jsx-runtime";
import { refresh } from "./refresh.js";

// What a preview's elements are made by: of components that outlive an edit (refresh.js).
export { Fragment };
export const jsx = (type, props, key) => element(refresh.stableOf(type), props, key);
export const jsxs = (type, props, key) => elements(refresh.stableOf(type), props, key);
