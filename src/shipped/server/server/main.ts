import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { resolve } from "node:path";
import { openAnswer } from "./answer";
import { buildApp } from "./build-app";
import { openDatabase } from "./db/open";
import { sendResponse, toRequest } from "./doors/web";
import { Events } from "./engines/events";
import { readEntities } from "./features/rows/schemas";
import { loadFunctions } from "./functions/load";
import { importData } from "./import-data";
import { keepUnique } from "./keep-unique";
import type { Project } from "./project";

/** Builds the app, opens its database, and listens. Any failure is printed and ends the process. */
export async function start(): Promise<void> {
  const { PORT = "4000", HOST = "127.0.0.1", DATA_DIR = "./data" } = process.env;
  const url = (process.env.APP_URL ?? `http://localhost:${PORT}`).replace(/\/$/, "");
  const project = JSON.parse(readFileSync("project.json", "utf8")) as Project;
  const dataDir = resolve(DATA_DIR);
  const app = await buildApp(project);
  const { entities, broken } = readEntities("src/entities");
  for (const { name, message } of broken) console.error(`src/entities/${name}.json ${message}`);
  const { db, close } = await openDatabase(dataDir);
  await importData(db, project, { url, dataDir, source: resolve("data") });
  for (const words of await keepUnique(db, project.appId, entities)) console.error(words);
  const answer = openAnswer({ project, url, db, dataDir, app, entities, events: new Events() });
  await loadFunctions(answer, project.appId);
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isReadable = URL.canParse(incoming.url ?? "/", url);
    if (!isReadable) return void outgoing.writeHead(400).end();
    await sendResponse(await answer(toRequest(incoming, outgoing, url)), outgoing, incoming.method === "HEAD");
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) => {
      console.error(error);
      outgoing.destroy();
    });
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
      void close().then(() => process.exit(0));
    });
  }
  await new Promise<void>((listening, fail) => {
    server.once("error", fail);
    server.listen(Number(PORT), HOST, listening);
  });
  console.log(`\n  ${project.name} is ready: ${url}\n  data: ${dataDir}\n`);
}
