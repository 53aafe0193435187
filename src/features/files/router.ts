import "server-only";
import { z } from "zod";
import { appInput, editorAdminProcedure, router, viewerProcedure } from "@/api/procedures";
import { sha256 } from "@/engines/blobs";
import { headFiles, patchVersion, writeVersion } from "@/features/versions/store";
import { AppError } from "@/errors";
import { findDefinition } from "./definition";
import { removeReferences, renameFile, unreadReferences } from "./references";
import { isSamePath, newPath } from "@/shipped/contract";
import { toCodeFile } from "./rules";
import { contentHashSchema, fileContentSchema, filePathSchema } from "./schema";
import { editablePath, findFile, saveFile } from "./store";

const updatesSchema = z.array(z.strictObject({ path: filePathSchema, content: fileContentSchema })).max(500);

export const filesRouter = router({
  /** Every file of the current version by path, with the hash to send with a save. */
  list: viewerProcedure
    .input(appInput({}))
    .query(async ({ ctx }) =>
      (await headFiles(ctx.owned)).files.map((file) => ({ ...toCodeFile(file), hash: sha256(file.content) })),
    ),

  /**
   * Go to definition, with this file as in the editor and the others as saved. Read-only; a mutation only because a
   * file does not fit in a URL.
   */
  definition: viewerProcedure
    .input(appInput({ path: filePathSchema, content: fileContentSchema, offset: z.number().int().min(0) }))
    .mutation(async ({ ctx, input: { path, content, offset } }) => {
      const { files } = await headFiles(ctx.owned);
      return findDefinition(
        files.map((file) => (file.path === path ? { path, content } : file)),
        path,
        offset,
      );
    }),

  update: editorAdminProcedure
    .input(
      appInput({
        file: z.strictObject({ id: filePathSchema, content: fileContentSchema }),
        baseHash: contentHashSchema.optional(),
      }),
    )
    .mutation(({ ctx, input }) => saveFile(ctx.owned, editablePath(input.file.id), input.file.content, input.baseHash)),

  create: editorAdminProcedure
    .input(appInput({ path: filePathSchema, content: fileContentSchema.default("") }))
    .mutation(async ({ ctx, input }) => {
      const path = editablePath(input.path, newPath);
      const draft = { kind: "edit", description: `Added ${path}`, joins: "addition" } as const;
      await patchVersion(ctx.owned, draft, (manifest) => {
        if (Object.keys(manifest).some((there) => isSamePath(there, path))) throw new AppError("file-exists");
        return new Map([[path, input.content]]);
      });
      return { ...toCodeFile({ path, content: input.content }), hash: sha256(input.content) };
    }),

  /** Renames a file and updates references to it. */
  rename: editorAdminProcedure
    .input(appInput({ fileId: filePathSchema, path: filePathSchema }))
    .mutation(async ({ ctx, input }) => {
      const from = editablePath(input.fileId);
      const to = editablePath(input.path, newPath);
      const written = await writeVersion(
        ctx.owned,
        { kind: "edit", description: `Renamed ${from} to ${to}` },
        (files) => {
          const moved = findFile(files, from);
          if (files.some((file) => file !== moved && isSamePath(file.path, to))) throw new AppError("file-exists");
          const changed = new Map(renameFile(files, from, to).map((file) => [file.path, file.content]));
          return files.map((file) =>
            file === moved
              ? { path: to, content: changed.get(to) ?? file.content }
              : { path: file.path, content: changed.get(file.path) ?? file.content },
          );
        },
      );
      return { path: to, changes: written?.changes ?? [] };
    }),

  /** Dry run of a deletion: changes in other files; `unread` do not parse and stay unchanged. */
  references: editorAdminProcedure.input(appInput({ fileId: filePathSchema })).query(async ({ ctx, input }) => {
    const { files } = await headFiles(ctx.owned);
    const { path } = findFile(files, editablePath(input.fileId));
    return { changed: removeReferences(files, path), unread: unreadReferences(files, path) };
  }),

  /**
   * Deletes a file and rewrites references. `referencesToUpdate` are the rewritten files that the caller saw: the
   * deletion is refused when they are stale, so that it never restores an older text.
   */
  delete: editorAdminProcedure
    .input(appInput({ fileId: filePathSchema, referencesToUpdate: updatesSchema.optional() }))
    .mutation(async ({ ctx, input }) => {
      const path = editablePath(input.fileId);
      const written = await writeVersion(ctx.owned, { kind: "edit", description: `Deleted ${path}` }, (files) => {
        findFile(files, path);
        const changed = new Map(removeReferences(files, path).map((file) => [file.path, file.content]));
        for (const seen of input.referencesToUpdate ?? []) {
          const now = findFile(files, editablePath(seen.path));
          if ((changed.get(now.path) ?? now.content) !== seen.content)
            throw new AppError("stale-file", { ...now, hash: sha256(now.content) });
        }
        return files
          .filter((file) => file.path !== path)
          .map((file) => ({ path: file.path, content: changed.get(file.path) ?? file.content }));
      });
      return { changes: written?.changes ?? [] };
    }),
});
