/**
 * Pages about signing in or out: never redirected away from, never a target after sign-in (1-platform.md §4, "except on
 * exempt paths").
 */
export const isExemptPath = (path: string): boolean => /^\/(?:login|logout|auth|error)(?:\/|$)/i.test(path);

/** Pages without an account: the exempt ones and the front page. */
export const isOpenPath = (path: string): boolean => path === "/" || isExemptPath(path);
