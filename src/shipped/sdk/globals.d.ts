/** What the browser's modules find around them: by the page's own globals, and by the modules that a build writes. */

interface Window {
  /** The builder's token, which a preview's loader hands over (features/runtime/serve.ts). */
  joineryToken?: string | null;
  /** Components that outlive an edit (sdk/refresh.js). */
  joineryRefresh?: import("./types").Refresh;
  /** Which build of a preview runs in this page (sdk/swap.js). */
  joinerySwaps?: import("./types").Swaps;
}

/** React's own runtime, for which sdk/jsx.js stands in (engines/bundler/dependencies.ts). */
declare module "joinery:jsx-runtime" {
  export { Fragment, jsx, jsxs } from "react/jsx-runtime";
}
