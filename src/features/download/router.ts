import "server-only";
import { z } from "zod";
import { appInput, router, viewerAdminProcedure } from "@/api/procedures";
import { entityOf } from "@/shipped/contract";
import { previewUrl } from "@/features/apps/address";
import { listSecrets } from "@/features/secrets/store";
import { headFiles } from "@/features/versions/store";
import { archiveName } from "./rules";
import { countData } from "./store";
import { projectFiles } from "./write-project";

const entitiesIn = (files: { path: string }[]) =>
  files.flatMap(({ path }) => entityOf(path) ?? []).filter((name) => name !== "User");

export const downloadRouter = router({
  /** Amount of data besides the code, for the dialog. */
  size: viewerAdminProcedure
    .input(appInput({}))
    .query(async ({ ctx }) => countData(ctx.owned, entitiesIn((await headFiles(ctx.owned)).files))),

  /** The newest version as a standalone project: text files, and the entities whose rows can be included. */
  project: viewerAdminProcedure
    .input(appInput({ hasData: z.boolean().default(false) }))
    .query(async ({ ctx, input }) => {
      const { versionId, files } = await headFiles(ctx.owned);
      const { id: appId, name, slug, ownerId } = ctx.app;
      const app = { appId, name, slug, ownerId, versionId, filesFrom: previewUrl(ctx.platform.env, appId) };
      return {
        folder: archiveName(slug),
        files: projectFiles(app, files, await listSecrets(ctx.owned), input.hasData),
        entities: entitiesIn(files),
      };
    }),
});
