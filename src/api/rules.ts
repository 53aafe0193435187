/**
 * Pages about signing in or out: nobody is sent away from them, and nobody is led to them afterwards (1-platform.md §4,
 * "except on exempt paths").
 */
export const isExemptPath = (path: string): boolean => /^\/(?:login|logout|auth|error)(?:\/|$)/i.test(path);

/** Pages that show themselves to nobody in particular: the exempt ones, and the front page. */
export const isOpenPath = (path: string): boolean => path === "/" || isExemptPath(path);
