import { once } from "node:events";
import { Agent, createServer, type IncomingHttpHeaders, request as send, type Server } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { isKnownTag } from "@/engines/encoding";
import { readBody, readJson } from "@/doors/request";
import { errorResponse } from "@/doors/rest";
import { jsonResponse, wholeResponse } from "@/doors/json-response";
import { addressHeader, sendResponse, toRequest } from "@/doors/web";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers as the doors do, and the port that it listens on. */
async function serving(answer: (request: Request) => Response | Promise<Response>): Promise<number> {
  server = createServer((incoming, outgoing) => {
    const request = toRequest(incoming, outgoing, "http://joinery.example");
    Promise.resolve(request)
      .then(answer)
      .catch((error: unknown) => errorResponse(error))
      .then((response) => sendResponse(response, outgoing, request.method === "HEAD"))
      .catch(() => outgoing.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as { port: number }).port;
}

const url = (port: number) => `http://127.0.0.1:${port}/a?b=c`;

describe("A request as the doors see it", () => {
  it("is a web Request with its address, method, headers and the caller's own address, whatever the caller claims", async () => {
    const port = await serving((request) =>
      jsonResponse({
        is: request instanceof Request,
        url: request.url,
        method: request.method,
        own: request.headers.get("x-own"),
        address: request.headers.get(addressHeader),
      }),
    );
    const answer = await fetch(url(port), { headers: { "x-own": "1", [addressHeader]: "10.0.0.1" } });
    expect(await answer.json()).toEqual({
      is: true,
      url: "http://joinery.example/a?b=c",
      method: "GET",
      own: "1",
      address: "127.0.0.1",
    });
  });

  it("gives its body as JSON, as text, as a form, as a stream or piece by piece", async () => {
    const port = await serving(async (request) => {
      const as = request.headers.get("x-as");
      if (as === "json") return jsonResponse(await request.json());
      if (as === "text") return new Response(await request.text());
      if (as === "form") return jsonResponse(Object.fromEntries(await request.formData()));
      if (as === "stream") return new Response(request.body);
      if (as === "clone") return jsonResponse([await request.clone().json(), await request.json()]);
      return jsonResponse(await readJson(request));
    });
    const post = async (as: string, body: BodyInit) =>
      (
        await fetch(url(port), {
          method: "POST",
          body,
          headers: { "x-as": as, ...(typeof body === "string" && { "content-type": "application/json" }) },
        })
      ).text();
    const form = new FormData();
    form.set("name", "Ada");
    for (const as of ["json", "text", "stream", "pieces"])
      expect(await post(as, `{"name":"Ada"}`)).toBe(`{"name":"Ada"}`);
    expect(await post("clone", `{"n":1}`)).toBe(`[{"n":1},{"n":1}]`);
    expect(await post("form", form)).toBe(`{"name":"Ada"}`);
  });

  it("tells by its signal that the caller hung up, and nothing when the answer was taken", async () => {
    const told: string[] = [];
    const caller = new AbortController();
    const port = await serving(async (request) => {
      const { pathname } = new URL(request.url);
      request.signal.addEventListener("abort", () => told.push(pathname));
      if (pathname === "/stays") return jsonResponse({});
      caller.abort();
      await new Promise(() => undefined);
      return jsonResponse({});
    });
    await (await fetch(`http://127.0.0.1:${port}/stays`)).text();
    await fetch(`http://127.0.0.1:${port}/leaves`, { signal: caller.signal }).catch(() => undefined);
    await expect.poll(() => told).toEqual(["/leaves"]);
  });

  it("whose body nobody read does not disturb the next one on the same line", async () => {
    const port = await serving((request) => jsonResponse({ method: request.method }));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (method: string, body?: string) =>
      new Promise<string>((resolve, reject) => {
        const sent = send({ agent, port, host: "127.0.0.1", method }, (response) => {
          let text = "";
          response.on("data", (piece: Buffer) => (text += piece.toString()));
          response.on("end", () => resolve(text));
        });
        sent.on("error", reject);
        sent.end(body);
      });
    expect(await ask("POST", "x".repeat(3_000_000))).toBe(`{"method":"POST"}`);
    expect(await ask("GET")).toBe(`{"method":"GET"}`);
    agent.destroy();
  });

  it("that is larger than it may be is refused with the reason, however it is sent", async () => {
    const port = await serving(async (request) => jsonResponse({ bytes: (await readBody(request, 1_000)).byteLength }));
    const refused = await new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = send(
        { port, host: "127.0.0.1", method: "POST", headers: { "transfer-encoding": "chunked" } },
        (response) => {
          let text = "";
          response.on("data", (piece: Buffer) => (text += piece.toString()));
          response.on("end", () => resolve({ status: response.statusCode!, text }));
        },
      );
      sent.on("error", reject);
      // It goes on sending after it was refused.
      for (let count = 0; count < 50; count += 1) sent.write("y".repeat(1_000));
    });
    expect(refused).toMatchObject({ status: 413, text: expect.stringContaining("body-too-large") as string });
  });
});

describe("An answer in JSON", () => {
  it("is a web Response to those who read it", async () => {
    const answer = jsonResponse({ a: "ü" }, { status: 201, headers: new Headers({ "x-own": "1" }) });
    expect(answer).toBeInstanceOf(Response);
    expect([answer.status, answer.ok, answer.headers.get("content-type"), answer.headers.get("x-own")]).toEqual([
      201,
      true,
      "application/json",
      "1",
    ]);
    expect(await answer.clone().text()).toBe(`{"a":"ü"}`);
    expect(await answer.json()).toEqual({ a: "ü" });
  });

  it("goes out whole with its length in bytes and its cookies, and without a body for HEAD", async () => {
    const port = await serving(() => {
      const headers = new Headers([
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ]);
      return jsonResponse({ a: "ü" }, { headers });
    });
    const answer = await fetch(url(port));
    expect([answer.headers.get("content-length"), answer.headers.getSetCookie(), await answer.text()]).toEqual([
      "10",
      ["a=1", "b=2"],
      `{"a":"ü"}`,
    ]);
    const head = await fetch(url(port), { method: "HEAD" });
    expect([head.headers.get("content-length"), await head.text()]).toEqual(["10", ""]);
  });
});

describe("An answer of a known small length", () => {
  it("goes out whole, as tRPC's own do", async () => {
    const port = await serving((request) =>
      request.method === "POST"
        ? wholeResponse(Response.json({ a: "ü" }))
        : new Response("four", { headers: { "content-length": "4" } }),
    );
    const answer = await fetch(url(port), { method: "POST" });
    expect([answer.headers.get("content-length"), await answer.text()]).toEqual(["10", `{"a":"ü"}`]);
    const small = await fetch(url(port));
    expect([small.headers.get("content-length"), await small.text()]).toEqual(["4", "four"]);
  });
});

describe("An answer that is a stream", () => {
  it.each(["application/json", "application/jsonl", "application/json-seq"])(
    "of %s goes out as it comes, since it may have no end",
    async (type) => {
      const port = await serving(() => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new TextEncoder().encode("[1,")),
        });
        return new Response(body, { headers: { "content-type": type } });
      });
      const caller = new AbortController();
      const answer = await fetch(url(port), { signal: caller.signal });
      expect(new TextDecoder().decode((await answer.body!.getReader().read()).value)).toBe("[1,");
      caller.abort();
    },
  );

  it("lets go of its source, and calls it no fault, when the caller left before it began", async () => {
    let isLetGo = false;
    const sent = Promise.withResolvers<void>();
    const caller = new AbortController();
    server = createServer((incoming, outgoing) => {
      incoming.socket.once("close", () => {
        const body = new ReadableStream({ cancel: () => void (isLetGo = true) });
        sendResponse(new Response(body), outgoing, false).then(sent.resolve, sent.reject);
      });
      caller.abort();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    await fetch(url((server.address() as { port: number }).port), { signal: caller.signal }).catch(() => undefined);
    await sent.promise;
    expect(isLetGo).toBe(true);
  });
});

describe("An answer on its way out", () => {
  const long = "words and more words ".repeat(500);
  /** What arrives, untouched: fetch would decode it. */
  const raw = (port: number, accept?: string) =>
    new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
      const headers = accept === undefined ? {} : { "accept-encoding": accept };
      send({ port, host: "127.0.0.1", path: "/", headers }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on("data", (piece: Buffer) => pieces.push(piece));
        answer.on("end", () => resolve({ headers: answer.headers, bytes: Buffer.concat(pieces) }));
      })
        .on("error", reject)
        .end();
    });
  const text = (type: string, more: Record<string, string> = {}) =>
    new Response(long, { headers: { "content-type": type, ...more } });

  it.each([
    ["JSON", () => jsonResponse({ long })],
    ["a page", () => text("text/html; charset=utf-8")],
    ["a script with a length", () => text("text/javascript", { "content-length": String(long.length) })],
    ["a download in CSV", () => text("text/csv; charset=utf-8")],
  ])("is compressed for those who take it, and says that it varies: %s", async (_, answer) => {
    const port = await serving(answer);
    const { headers, bytes } = await raw(port, "gzip, deflate, br");
    expect(headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(bytes.length).toBeLessThan(1_000);
    expect(gunzipSync(bytes).toString()).toContain(long);
    const plain = await raw(port);
    expect(plain.headers).toMatchObject({ vary: "Accept-Encoding" });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(plain.bytes.toString()).toContain(long);
    expect((await raw(port, "gzip;q=0, br")).headers).not.toHaveProperty("content-encoding");
  });

  it.each([
    ["a stream of events", () => text("text/event-stream")],
    ["a picture", () => text("image/png")],
    ["what is encoded already", () => text("text/css", { "content-encoding": "br" })],
    ["what must not be changed", () => text("text/plain", { "cache-control": "no-store, no-transform" })],
    ["a short answer", () => jsonResponse({ ok: true })],
  ])("is left as it is: %s", async (_, answer) => {
    const { headers } = await raw(await serving(answer), "gzip");
    expect(headers["content-encoding"]).not.toBe("gzip");
  });

  it("has an ETag of its own for each coding, and all of them name the same answer", async () => {
    const port = await serving(() => text("text/html", { etag: '"v1"' }));
    expect((await raw(port, "gzip")).headers.etag).toBe('"v1-gzip"');
    expect((await raw(port)).headers.etag).toBe('"v1"');
    expect(['"v1"', 'W/"v1-gzip"', '"a", "v1-br"', "*"].map((known) => isKnownTag(known, '"v1"'))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(isKnownTag('"v2"', '"v1"')).toBe(false);
  });
});
