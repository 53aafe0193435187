/** Lazy: the editor is the largest part of the panel. */
export const codeEditor = () => import("./CodeEditor");
