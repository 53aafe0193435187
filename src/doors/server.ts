import "server-only";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import nextServer from "next";
import { env } from "@/engines/env";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { version } from "../../package.json";
import { answerHealth, answerRest, answerTrpc } from "./answer";
import { answerAppHost } from "./answer-app";
import { boot } from "./boot";
import { listenConsole } from "./console";
import { greeting } from "./greeting";
import { builderUrl, isBuilderHost } from "./hosts";
import { sendAsset } from "./page-assets";
import { setPagePolicy } from "./page-policy";
import { toRequest, sendResponse } from "./web";

type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The one listening process. API calls and app hosts are answered by the doors; only the builder's pages go through
 * Next, which would add a millisecond per row read and buffer streams.
 */
async function listen(): Promise<void> {
  const settings = env();
  const isDev = process.argv.includes("--dev");
  const next = nextServer({ dev: isDev, dir: process.cwd(), hostname: settings.HOST, port: settings.PORT });
  const [platform] = await Promise.all([boot(settings), next.prepare()]);
  const endConsole = listenConsole(platform);
  const pages = next.getRequestHandler();
  const server = createServer((request, response) => {
    answer(platform, pages, request, response, isDev).catch((error: unknown) => {
      log("error", "request", { error });
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("Something went wrong on our side");
    });
  });
  // Guards against slow senders. Uploads and streams have no fixed length, so that only the headers are timed.
  server.headersTimeout = 15_000;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  if (isDev) server.on("upgrade", next.getUpgradeHandler());
  server.once("error", (error: NodeJS.ErrnoException) =>
    fail(error.code === "EADDRINUSE" ? `Port ${settings.PORT} is in use. Set PORT to another one.` : error.message),
  );
  server.listen(settings.PORT, settings.HOST, () => {
    if (process.argv.includes("--greet")) process.stdout.write(greeting(platform));
    process.send?.({ kind: "ready" });
  });
  // A parent process (a launcher, a test) may be gone: nobody would stop this one.
  for (const signal of ["SIGINT", "SIGTERM", "disconnect"] as const)
    process.once(signal, () => {
      endConsole();
      void close(server, platform);
    });
}

async function answer(
  platform: Platform,
  pages: PageHandler,
  request: IncomingMessage,
  response: ServerResponse,
  isDev: boolean,
): Promise<void> {
  const { env: settings } = platform;
  const send = async (work: (request: Request) => Promise<Response>, origin = settings.APP_URL) =>
    sendResponse(
      await work(toRequest(request, response, origin, settings.TRUSTED_PROXIES)),
      response,
      request.method === "HEAD",
    );
  if (!isBuilderHost(settings, request.headers.host))
    return send((call) => answerAppHost(platform, call), `${builderUrl(settings).protocol}//${request.headers.host}`);
  const path = (request.url ?? "/").split("?", 1)[0]!;
  if (path === "/api/health") return send(() => answerHealth(platform, version));
  if (path.startsWith("/api/trpc/")) return send((call) => answerTrpc(platform, call));
  // The specifications write some paths with /api and some without: /apps/{appId}/functions/list.
  const isCall = path.startsWith("/api/") || path.startsWith("/apps/") || path.startsWith("/app/");
  // "Paths ending /joinPlan" (1-platform.md §2) are pages, whatever they begin with.
  if (isCall && !path.endsWith("/joinPlan")) return send((call) => answerRest(platform, call));
  if (!isDev && (await sendAsset(path, request, response))) return;
  setPagePolicy(platform, request, response, isDev);
  return pages(request, response);
}

async function close(server: ReturnType<typeof createServer>, platform: Platform): Promise<void> {
  server.close();
  server.closeAllConnections();
  await platform.close().catch((error: unknown) => log("error", "close", { error }));
  process.exit(0);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

listen().catch((error: unknown) =>
  fail(
    error instanceof Error
      ? env().LOG_LEVEL === "debug"
        ? (error.stack ?? error.message)
        : error.message
      : String(error),
  ),
);
