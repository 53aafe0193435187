import { eq } from "drizzle-orm";
import { account } from "@/db/schema/account";
import { mintVisitedApp } from "@/db/scope";
import { answerAppHost, answerFunctionApi } from "@/doors/answer-app";
import { sendResponse, toRequest } from "@/doors/web";
import type { World } from "../support/world";

/** An admin with an app of these files, and ways to deploy, run and call its functions. */
export async function appWith(world: World, files: Record<string, string>) {
  const builder = await world.signUp();
  // The first account of an installation is its admin; later tests are not the first.
  await world.db.update(account).set({ isAdmin: true }).where(eq(account.id, builder.accountId));
  const { email, token, accountId } = builder;
  const admin = {
    email,
    token,
    accountId,
    api: world.as({ kind: "account", account: { ...builder.account, isAdmin: true }, token }),
  };
  const { appId } = await admin.api.apps.create({ name: "Shop" });
  const write = async (more: Record<string, string>) => {
    const known = new Set((await admin.api.files.list({ appId })).map(({ path }) => path));
    for (const [path, content] of Object.entries(more))
      await (known.has(path)
        ? admin.api.files.update({ appId, file: { id: path, content } })
        : admin.api.files.create({ appId, path, content }));
  };
  await write(files);
  world.platform.functions.answerApi(
    (id, incoming, outgoing) =>
      void answerFunctionApi(world.platform, id, toRequest(incoming, outgoing, "http://app")).then((response) =>
        sendResponse(response, outgoing, false),
      ),
  );
  return {
    ...admin,
    appId,
    write,
    visited: mintVisitedApp(world.db, appId, null),
    deploy: (name: string) => admin.api.functions.deploy({ appId, name }),
    run: (name: string, body = "{}") => admin.api.functions.run({ appId, name, body }),
    log: () => world.platform.functions.log(appId).after(),
  };
}

/** One request to an app's host, as the server would answer it. */
export function onHost(world: World, host: string, path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://${host}:3000${path}`, init);
  request.headers.set("host", `${host}:3000`);
  return answerAppHost(world.platform, request);
}
