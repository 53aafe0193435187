import type { SourceFile } from "../files/schema";

const flat = /^functions\/([A-Za-z][A-Za-z0-9_-]{0,63})\.(?:ts|js)$/;
const entry = /^functions\/([A-Za-z][A-Za-z0-9_-]{0,63})\/entry\.(?:ts|js)$/;

/** "functions/sendMail.ts" and "functions/sendMail/entry.ts" → "sendMail". Other files below functions/ are shared code. */
export function functionName(path: string): string | undefined {
  return (flat.exec(path) ?? entry.exec(path))?.[1];
}

/** The file that a function begins in. */
export function functionFile<T extends Pick<SourceFile, "path">>(files: T[], name: string): T | undefined {
  return files.find(({ path }) => functionName(path) === name);
}

/** "/functions/sendMail/and/more" → "sendMail": a function sees the rest of its path itself. */
export function calledName(pathname: string): string | undefined {
  return /^\/functions\/([A-Za-z][A-Za-z0-9_-]{0,63})(?:\/|$)/.exec(pathname)?.[1];
}

/** A cookie that names a domain would reach other apps, and the builder: only host cookies leave an app's function. */
export function isHostCookie(setCookie: string): boolean {
  return !/;\s*domain\s*=/i.test(setCookie);
}
