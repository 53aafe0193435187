import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parseEnv } from "@/engines/env";
import { openModel } from "@/engines/model/open";

// The SDKs read OPENAI_API_KEY, ANTHROPIC_BASE_URL and the like by themselves. Those are another program's settings:
// only MODEL_… and what an administrator enters count here.
let server: Server;
let url: string;
let calls: IncomingHttpHeaders[];
beforeEach(async () => {
  calls = [];
  server = createServer((request, response) => {
    calls.push(request.headers);
    response.writeHead(401).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const name of ["ANTHROPIC", "OPENAI", "OPENROUTER"]) {
    vi.stubEnv(`${name}_API_KEY`, "canary-of-another-program");
    vi.stubEnv(`${name}_BASE_URL`, url);
  }
});
afterEach(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

/** The words of the failure of a call with these settings. */
async function fail(settings: Record<string, string>, signal = AbortSignal.timeout(10_000)): Promise<string> {
  const model = openModel(parseEnv({ ...settings, MODELS_URL: `${url}/models` }));
  const request = { instructions: "", messages: [{ role: "user" as const, content: "Hello" }] };
  try {
    for await (const event of model.stream({ ...request, workspace: { files: [], appName: "" }, signal }))
      if (event.kind === "finish") return "answered";
    return "ended";
  } catch (error) {
    return (error as Error).message;
  }
}
const modelCalls = () => calls.filter((headers) => headers["content-type"]?.includes("json"));

describe.each(["anthropic", "openai", "openrouter"])("The service %s", (provider) => {
  it("without a key says so, and takes none of another program", async () => {
    expect(await fail({ MODEL_PROVIDER: provider })).toMatch(/MODEL_API_KEY/);
    expect(modelCalls()).toEqual([]);
  });

  it("at an address of its own needs no key, and is sent none of another program", async () => {
    await fail({ MODEL_PROVIDER: provider, MODEL_BASE_URL: url });
    expect(modelCalls()).toHaveLength(1);
    expect(JSON.stringify(modelCalls())).not.toContain("canary");
  });

  it("is not looked for at the address of another program, which would get the key", async () => {
    await fail({ MODEL_PROVIDER: provider, MODEL_API_KEY: "mine" }, AbortSignal.timeout(300));
    expect(modelCalls()).toEqual([]);
  });
});
