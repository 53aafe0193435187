import "server-only";
import { z } from "zod";
import { type Account, appInput, editorProcedure, managerProcedure, viewerProcedure } from "@/api/procedures";
import { ownedByServer } from "@/api/gates";
import type { OwnedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { ownedAppIds } from "@/features/apps/store";
import { secretKeySchema, secretsMax, secretValueSchema } from "@/features/secrets/schema";
import { secretKeys, storeSecrets } from "@/features/secrets/store";
import { decideHeld } from "@/features/turns/decide-held";
import { importedEntities } from "@/features/turns/describe-action";
import { actionsOf, textOf } from "@/features/turns/message";
import { findMessage, updateMessage } from "@/features/turns/store";
import { headFiles, writeVersion } from "@/features/versions/store";
import { readRequestedSecrets } from "./enter-secrets";

/** An action of a message. */
const actionInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  appInput({ messageId: z.string().min(1).max(60), actionId: z.string().max(200), ...shape });

/** Entities of other apps that an action asks for; only the owner's own apps are read. */
async function copiedEntities(
  owned: OwnedApp,
  account: Account,
  wanted: { appId: string; entity: string }[],
): Promise<{ path: string; content: string }[]> {
  const mine = await ownedAppIds(owned.db, account.id);
  const found: { path: string; content: string }[] = [];
  for (const { appId, entity } of wanted.slice(0, 50)) {
    if (!mine.has(appId)) throw new AppError("app-not-found");
    const file = (await headFiles(ownedByServer(owned.db, appId))).files.find(
      ({ path }) => path === `entities/${entity}.json`,
    );
    if (!file) throw new AppError("entity-not-found");
    found.push(file);
  }
  return found;
}

/** Secrets requested by a finished `request_secrets` action of a current message. */
async function requestedBy(owned: OwnedApp, { messageId, actionId }: { messageId: string; actionId: string }) {
  const { parts } = await findMessage(owned, messageId);
  const action = actionsOf(parts).find(({ id, type }) => id === actionId && type === "request_secrets");
  if (!action?.isComplete) throw new AppError("message-not-found");
  return readRequestedSecrets(action.content);
}

/** What a person decides about an action of an answer. */
export const actionProcedures = {
  /** The builder's decision on a held action. */
  decideHeld: editorProcedure
    .input(actionInput({ isAllowed: z.boolean() }))
    .mutation(({ ctx, input }) => decideHeld(ctx.owned, input)),

  /** The secrets that an action requests, and which are set. */
  requestedSecrets: viewerProcedure.input(actionInput({})).query(async ({ ctx, input }) => {
    const requested = await requestedBy(ctx.owned, input);
    const stored = await secretKeys(ctx.owned);
    return requested.map((secret) => ({ ...secret, isSet: stored.has(secret.secretName) }));
  }),

  /** Stores the owner's values for requested secrets only: managing all secrets is for admins (design §6). */
  enterSecrets: managerProcedure
    .input(
      actionInput({
        secrets: z
          .array(z.strictObject({ key: secretKeySchema, value: secretValueSchema }))
          .min(1)
          .max(secretsMax),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const requested = await requestedBy(ctx.owned, input);
      const asked = new Map(requested.map(({ secretName, description }) => [secretName, description]));
      if (!input.secrets.every(({ key }) => asked.has(key))) throw new AppError("secret-not-requested");
      await storeSecrets(
        ctx.platform,
        ctx.owned,
        input.secrets.map(({ key, value }) => ({ key, value, instructions: asked.get(key)! })),
      );
      return {};
    }),

  /** The owner confirms copying entities of their other apps: schemas, never rows. */
  confirmImport: editorProcedure.input(actionInput({})).mutation(async ({ ctx, input }) => {
    const message = await findMessage(ctx.owned, input.messageId);
    const action = actionsOf(message.parts).find(({ id, type }) => id === input.actionId && type === "import_entities");
    if (!action) throw new AppError("message-not-found");
    const wanted = importedEntities(action.content);
    if (wanted.length === 0) throw new AppError("import-unreadable");
    const copied = new Map((await copiedEntities(ctx.owned, ctx.account, wanted)).map((file) => [file.path, file]));
    const description = `Reused ${[...copied.keys()].map((path) => path.slice(9, -5)).join(", ")}`;
    const written = await writeVersion(
      ctx.owned,
      { kind: "turn", messageId: message.id, userRequest: textOf(message.parts).slice(0, 200), description },
      (files) => [...files.filter(({ path }) => !copied.has(path)), ...copied.values()],
    );
    await updateMessage(ctx.owned, message.id, {
      metadata: {
        importedActions: [...((message.metadata.importedActions as string[] | undefined) ?? []), input.actionId],
      },
    });
    return { versionId: written?.version.id ?? null };
  }),
};
