/** The module of sample rows that engines/smoke/browser.ts writes: rows by scene and entity. */
import type { Row } from "./stub.js";

export const scenes: Record<string, Record<string, Row[]>>;
