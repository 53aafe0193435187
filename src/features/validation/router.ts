import "server-only";
import { type Issue, issueSchema, type ValidationResult } from "@/engines/detect/schema";
import type { SourceFile } from "@/shipped/contract";
import { z } from "zod";
import type { OwnedApp } from "@/db/scope";
import { appInput, editorAdminProcedure, router, viewerProcedure } from "@/api/procedures";
import type { Env } from "@/engines/env";
import { openModel } from "@/engines/model/open";
import { modelName } from "@/engines/model/sdk";
import { fileContentSchema, filePathSchema } from "@/features/files/schema";
import { secretKeys } from "@/features/secrets/store";
import { filesOf, findVersion, headFiles, writeVersion } from "@/features/versions/store";
import { namesByRole } from "@/engines/model/sdk";
import { AppError } from "@/errors";
import { accessBetween, type AccessRow } from "./access";
import type { Knowledge } from "@/engines/detect/facts/bundle";
import { modelMender } from "./mend";
import { errorsOf, mountDetector, mountPages, mountVersion, withMounted } from "./mount-pages";
import { inPool } from "./pool";
import { repairWith } from "./repair-with";
import { clampIterations } from "./rules";
import { type Diagnosis, type RepairResult } from "./schema";

const about = {
  versionId: z.string().max(40),
  messageId: z.string().max(100).nullish(),
  messageContent: z.string().max(100_000).nullish(),
};

const iterationsSchema = z.union([z.number(), z.string()]).optional().catch(undefined).transform(clampIterations);

async function load(owned: OwnedApp, versionId: string): Promise<{ files: SourceFile[]; knowledge: Knowledge }> {
  const version = await findVersion(owned, versionId);
  return { files: await filesOf(owned, version.id), knowledge: { secrets: [...(await secretKeys(owned))] } };
}

/** "Default repair model labelled GPT-4o mini", if the provider has it; otherwise its default. */
function defaultModel(env: Env): string | undefined {
  const { repair } = namesByRole(env);
  if (repair) return repair;
  if (env.MODEL_PROVIDER === "openai") return "gpt-4o-mini";
  return env.MODEL_PROVIDER === "openrouter" ? "openai/gpt-4o-mini" : undefined;
}

export const validationRouter = router({
  validate: editorAdminProcedure.input(appInput(about)).mutation(async ({ ctx, input }): Promise<ValidationResult> => {
    const { files, knowledge } = await load(ctx.owned, input.versionId);
    const started = performance.now();
    const { issues, detectors } = await inPool("test", files, knowledge);
    const mounted = await mountVersion(input.versionId, files);
    const all = withMounted(issues, mounted);
    const counted = mounted
      ? [...detectors, { id: mountDetector, severity: "error" as const, issues: all.length - issues.length }]
      : detectors;
    return { issues: all, detectors: counted, executionTimeMs: Math.round((performance.now() - started) * 10) / 10 };
  }),

  /** Remaining issues and smoke findings of a version, as the running app would report them. */
  mount: viewerProcedure.input(appInput({ versionId: z.string().max(40) })).query(async ({ ctx, input }) => {
    const { files, knowledge } = await load(ctx.owned, input.versionId);
    return { errors: errorsOf(await inPool("validate", files, knowledge), await mountVersion(input.versionId, files)) };
  }),

  /** Issues of the current version, for the code editor. */
  issues: viewerProcedure
    .input(appInput({}))
    .query(async ({ ctx }): Promise<{ versionId: string; issues: Issue[] }> => {
      const { versionId, files } = await headFiles(ctx.owned);
      return { versionId, issues: await inPool("validate", files, { secrets: [...(await secretKeys(ctx.owned))] }) };
    }),

  /** Diagnoses one file as in the editor. Read-only; a mutation only because a file does not fit in a URL. */
  diagnose: viewerProcedure
    .input(appInput({ path: filePathSchema, content: fileContentSchema }))
    .mutation(async ({ ctx, input }): Promise<Diagnosis[]> => {
      const { files } = await headFiles(ctx.owned);
      return inPool("diagnose", files, input.path, input.content, { secrets: [...(await secretKeys(ctx.owned))] });
    }),

  /** Check before publishing: errors, and who may read or write more than in the published version. */
  publishCheck: viewerProcedure
    .input(appInput({}))
    .query(async ({ ctx }): Promise<{ errors: Issue[]; access: AccessRow[]; isWider: boolean }> => {
      const { versionId, files } = await headFiles(ctx.owned);
      const published = ctx.app.publishedVersionId ? await filesOf(ctx.owned, ctx.app.publishedVersionId) : [];
      const access = accessBetween(published, files);
      const issues = withMounted(await inPool("validate", files), await mountVersion(versionId, files));
      return {
        errors: issues.filter(({ severity }) => severity === "error"),
        access,
        isWider: access.some((row) => row.isWider),
      };
    }),

  /** Fixers first, then the model if one is configured. Dry run: `applyBundle` writes. */
  repair: editorAdminProcedure
    .input(
      appInput({
        ...about,
        initialIssues: z.array(issueSchema.partial()).max(5000).optional(),
        iterations: iterationsSchema,
        customModel: z.string().trim().max(200).optional(),
      }),
    )
    .mutation(async ({ ctx, input, signal }): Promise<RepairResult> => {
      const { files, knowledge } = await load(ctx.owned, input.versionId);
      const { env } = ctx.platform;
      const isOffline = env.MODEL_PROVIDER === "offline" || env.MODEL_PROVIDER === "replay";
      const options = { iterations: input.iterations, knowledge };
      const mender = () =>
        modelMender(
          openModel(env),
          input.customModel || defaultModel(env),
          input.messageContent ?? "",
          signal ?? new AbortController().signal,
        );
      const before = await mountVersion(input.versionId, files);
      const repair = isOffline ? await inPool("repair", files, options) : await repairWith(files, mender(), options);
      const after = repair.repairedFiles.length > 0 ? await mountPages(repair.appBundle.files) : before;
      const initialIssues = withMounted(repair.initialIssues, before);
      return {
        ...repair,
        initialIssues,
        unresolvedIssues: withMounted(repair.unresolvedIssues, after),
        previousVersionId: input.versionId,
        model: isOffline ? null : input.customModel || defaultModel(env) || modelName(env) || null,
      };
    }),

  /** "Apply as bundle": one version, which can be undone. Refused when a file has changed since its repair. */
  applyBundle: editorAdminProcedure
    .input(
      appInput({
        previousVersionId: z.string().max(40),
        repairedFiles: z
          .array(z.strictObject({ path: filePathSchema, content: fileContentSchema }))
          .min(1)
          .max(500),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const version = await findVersion(ctx.owned, input.previousVersionId);
      const old = new Map((await filesOf(ctx.owned, version.id)).map(({ path, content }) => [path, content]));
      const repaired = new Map(input.repairedFiles.map(({ path, content }) => [path, content]));
      const written = await writeVersion(ctx.owned, { kind: "repair", description: "Repaired the app" }, (files) => {
        const now = new Map(files.map(({ path, content }) => [path, content]));
        if ([...repaired.keys()].some((path) => !old.has(path) || now.get(path) !== old.get(path)))
          throw new AppError("stale-file");
        return files.map((file) => ({ path: file.path, content: repaired.get(file.path) ?? file.content }));
      });
      return { versionId: written?.version.id ?? null, changes: written?.changes ?? [] };
    }),
});
