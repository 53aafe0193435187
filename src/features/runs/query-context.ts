import "server-only";
import type { OwnedApp } from "@/db/scope";

/**
 * What the app's data sources say to a run, best first. The one place where runs meet data sources: an app without any
 * answers nothing.
 */
export function queryContext(_scope: OwnedApp, _question: string): Promise<string[]> {
  return Promise.resolve([]);
}
