import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { socketOf } from "@/engines/functions/config";
import { sweepFolders } from "@/engines/functions/sweep";

it("removes what killed servers left, and neither what runs, nor what starts, nor what is not ours", async () => {
  const parent = mkdtempSync(join(tmpdir(), "sweep-"));
  const hourAgo = Date.now() / 1000 - 3_600;
  for (const name of ["joinery-f-dead", "joinery-f-runs", "joinery-f-new", "other"]) mkdirSync(join(parent, name));
  const listening = createServer().listen(socketOf(join(parent, "joinery-f-runs")));
  await once(listening, "listening");
  for (const name of ["joinery-f-dead", "joinery-f-runs", "other"]) utimesSync(join(parent, name), hourAgo, hourAgo);
  await sweepFolders(parent);
  expect(readdirSync(parent).sort()).toEqual(["joinery-f-new", "joinery-f-runs", "other"]);
  listening.close();
  rmSync(parent, { recursive: true });
});
