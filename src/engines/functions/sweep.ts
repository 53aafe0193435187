import "server-only";
import { readdir, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderPrefix, socketOf } from "./config";

/** Grace period for a starting process to listen in its folder. */
const startMs = 120_000;

/** Whether a process listens on a socket. The stale socket of a killed process refuses connections. */
function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

/** Removes folders that killed servers left behind. Folders of other live servers answer and are kept. */
export async function sweepFolders(parent = tmpdir()): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(folderPrefix));
  for (const folder of names.map((name) => join(parent, name))) {
    const made = await stat(folder).catch(() => undefined);
    if (!made?.isDirectory() || Date.now() - made.mtimeMs < startMs || (await isAnswered(socketOf(folder)))) continue;
    await rm(folder, { recursive: true, force: true });
  }
}
