import { functionOf, type SourceFile } from "@/shipped/contract";

/** A function's entry file. */
export function functionFile<T extends Pick<SourceFile, "path">>(files: T[], name: string): T | undefined {
  return files.find(({ path }) => functionOf(path) === name);
}

/** "/functions/sendMail/and/more" → "sendMail"; the function itself handles the rest of the path. */
export function calledName(pathname: string): string | undefined {
  return /^\/functions\/([A-Za-z][A-Za-z0-9_-]{0,63})(?:\/|$)/.exec(pathname)?.[1];
}

/** Cookies with a Domain would reach other apps and the builder: functions may only set host cookies. */
export function isHostCookie(setCookie: string): boolean {
  return !/;\s*domain\s*=/i.test(setCookie);
}

export type DeployRefusal = {
  title: string;
  lines: string[];
  /** Keys of missing secrets; absent for other failures. */ missing?: string[];
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

/** Pretty-prints JSON; other texts are unchanged. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
