import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = {
  status?: number;
  type?: string;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  delayMs?: number;
};

/** A web site of this machine, as its pages say. What was asked of it is kept. */
export async function openSite() {
  const site = { pages: {} as Record<string, Answer>, asked: [] as string[], url: "", host: "" };
  const server = createServer((request, response) => {
    site.asked.push(request.url!);
    const {
      status = 200,
      type = "text/html",
      body = "",
      headers = {},
      delayMs = 0,
    } = site.pages[request.url!] ?? { status: 404 };
    setTimeout(() => {
      response.writeHead(status, { "content-type": type, ...headers });
      response.end(body);
    }, delayMs);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  site.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.url = `http://${site.host}`;
  return Object.assign(site, { close: () => server.close() });
}

/** A page with a title and some text. */
export const pageOf = (title: string, links: string[] = [], head = ""): Answer => ({
  body: `<html><head><title>${title}</title>${head}</head><body><h1>${title}</h1><p>This page says ${title} at some length, so that there is something to read.</p>${links.map((link) => `<a href="${link}">go</a>`).join(" ")}</body></html>`,
});
