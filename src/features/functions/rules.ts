import { functionOf, type SourceFile } from "@/shipped/contract";

/** The file that a function begins in. */
export function functionFile<T extends Pick<SourceFile, "path">>(files: T[], name: string): T | undefined {
  return files.find(({ path }) => functionOf(path) === name);
}

/** "/functions/sendMail/and/more" → "sendMail": a function sees the rest of its path itself. */
export function calledName(pathname: string): string | undefined {
  return /^\/functions\/([A-Za-z][A-Za-z0-9_-]{0,63})(?:\/|$)/.exec(pathname)?.[1];
}

/** A cookie that names a domain would reach other apps, and the builder: only host cookies leave an app's function. */
export function isHostCookie(setCookie: string): boolean {
  return !/;\s*domain\s*=/i.test(setCookie);
}

export type DeployRefusal = {
  title: string;
  lines: string[];
  /** Keys without a value; absent when something else is wrong. */ missing?: string[];
};

/**
 * "Error type missing_secrets: 'Missing required secrets' with details and a Manage Secrets button. Otherwise the
 * details" (1-platform.md §8).
 */
export function deployRefusal({
  reason,
  message,
  details,
}: {
  reason: string;
  message: string;
  details?: unknown;
}): DeployRefusal {
  const known = typeof details === "object" && details !== null ? details : {};
  if (reason === "missing_secrets" && "missing" in known && Array.isArray(known.missing)) {
    const missing = known.missing.map(String);
    return { title: message, lines: missing, missing };
  }
  return {
    title: message,
    lines: "details" in known && typeof known.details === "string" ? known.details.split("\n") : [],
  };
}

/** JSON with indents; anything else as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
