// A Joinery without the builder's pages in its own process, to start several on one database (tests/support/peers.ts).
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRest, answerTrpc } from "../../src/doors/answer";
import { answerAppHost } from "../../src/doors/answer-app";
import { boot } from "../../src/doors/boot";
import { isBuilderHost } from "../../src/doors/hosts";
import { sendResponse, toRequest } from "../../src/doors/web";
import { env } from "../../src/engines/env";

const platform = await boot(env());

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { host } = incoming.headers;
  const request = toRequest(incoming, outgoing, `http://${host}`, platform.env.TRUSTED_PROXIES);
  const work = !isBuilderHost(platform.env, host)
    ? answerAppHost
    : incoming.url?.startsWith("/api/trpc/")
      ? answerTrpc
      : answerRest;
  await sendResponse(await work(platform, request), outgoing, incoming.method === "HEAD");
}

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => {
  server.closeAllConnections();
  void platform.close().finally(() => process.exit(0));
});
