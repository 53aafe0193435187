import "server-only";
import { resolve } from "node:path";
import type { Platform } from "@/engines/platform";

/** What a started server says to whoever started it: its address, and where it keeps things. */
export function greeting({ env: settings, database, functions }: Platform): string {
  const { MODEL_PROVIDER: model, MODEL_NAME: name = "" } = settings;
  const lines = [
    ["database", database.kind === "postgres" ? "Postgres (DATABASE_URL)" : "embedded Postgres"],
    ["model", model === "offline" ? "offline assistant (no key needed)" : `${model} ${name}`.trim()],
    ["mail", settings.SMTP_URL ? "SMTP" : "outbox"],
    ["files", settings.S3_BUCKET ? `bucket ${settings.S3_BUCKET}` : "local folder"],
    ["functions", functions.kind === "workerd" ? "workerd, one process per app" : "not available on this machine"],
    ["data", resolve(settings.DATA_DIR)],
  ] as const;
  const list = lines.map(([label, value]) => `  ${label.padEnd(10)} ${value}`).join("\n");
  return `\n  Joinery is ready: ${settings.APP_URL}\n\n${list}\n\n`;
}
