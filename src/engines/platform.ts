import "server-only";
import { type Database, type OpenDatabase, openDatabase } from "@/db/open";
import { type Blobs, openBlobs } from "./blobs";
import type { Env } from "./env";
import { Events } from "./events";
import { type Functions, openFunctions } from "./functions/open";
import { Jobs } from "./jobs";
import { type Mailer, openMail } from "./mail";
import { openSealer, type Sealer } from "./sealing";

/** The engines that one process holds, opened together and closed together. */
export type Platform = {
  env: Env;
  db: Database;
  database: OpenDatabase;
  events: Events;
  jobs: Jobs;
  blobs: Blobs;
  mail: Mailer;
  sealer: Sealer;
  functions: Functions;
  /** Stops jobs first, so that none runs against a closed database. */
  close(): Promise<void>;
};

/** Opens every engine of the settings. Tests pass their own `database`. */
export async function openPlatform(env: Env, database?: OpenDatabase): Promise<Platform> {
  const opened = database ?? (await openDatabase(env));
  const events = new Events();
  await events.start(opened);
  const jobs = new Jobs(opened);
  const functions = openFunctions();
  const sealer = openSealer(env);
  const close = async () => {
    await Promise.all([jobs.stop(), functions.close()]);
    await opened.close();
  };
  return {
    env,
    db: opened.db,
    database: opened,
    events,
    jobs,
    blobs: openBlobs(env),
    mail: openMail({ env, db: opened.db, jobs, sealer }),
    sealer,
    functions,
    close,
  };
}
