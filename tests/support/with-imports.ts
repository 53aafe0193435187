import { afterAll, beforeAll, beforeEach } from "vitest";
import { runImport } from "@/features/imports/run-import";
import { importJob } from "@/features/imports/schema";
import { World } from "./world";

/** A world with running import jobs, for the tests of a file. */
export function withImports(use: (world: World) => void): void {
  let world: World;
  beforeAll(async () => {
    world = await World.open();
    await world.platform.jobs.start({
      [importJob]: ({ appId, importId }) => runImport(world.platform, appId!, importId!),
    });
    use(world);
  });
  afterAll(async () => {
    await world.platform.jobs.stop();
    await world.close();
  });
  beforeEach(() => world.reset());
}
