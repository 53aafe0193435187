import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { Devtools } from "@/engines/browser/devtools";
import { findBrowser } from "@/engines/browser/find-browser";
import { type Shot, takePicture } from "@/engines/browser/take-picture";
import { parseEnv } from "@/engines/env";
import { canSee } from "@/engines/model/can-see";
import { picturesMax } from "@/features/inspections/limits";
import type { ToolPart } from "@/features/turns/message";
import type { ScriptedModel } from "../support/scripted-model";
import { turnEnds } from "../support/turns";
import { withModel } from "../support/with-model";
import type { Json, World } from "../support/world";

/** The installed browser, if it can run here: a container may forbid the sandbox, without which it is not used. */
async function runnable(): Promise<string | undefined> {
  const path = findBrowser({});
  if (path === undefined) return undefined;
  const browser = await Devtools.start(path);
  try {
    await browser.send("Browser.getVersion");
    return path;
  } catch {
    return undefined;
  } finally {
    await browser.close();
  }
}

const program = await runnable();
const shot: Omit<Shot, "files"> = { page: "Home", rows: "rows", screen: "desktop", isDark: false };
const pageOf = (body: string, head = "") => [
  { path: "entities/Deal.json", content: '{"properties":{"name":{"type":"string"},"amount":{"type":"number"}}}' },
  {
    path: "pages/Home.jsx",
    content: `import { useEffect, useState } from "react";\nimport { Deal } from "@/api/entities";\n${head}\nexport default function Home() {\n  const [deals, setDeals] = useState([]);\n  useEffect(() => { Deal.list().then(setDeals); }, []);\n  ${body}\n}\n`,
  },
];
const list = pageOf('return <ul className="p-8">{deals.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>;');
const never = new AbortController().signal;
const profiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith("joinery-b-"));

describe("A model that can see", () => {
  it("is one that the settings or the model list say so of, or of a service whose models all do", async () => {
    const env = (settings: Record<string, string>) => parseEnv({ MODELS_URL: "http://127.0.0.1:1/", ...settings });
    const local = { MODEL_PROVIDER: "openai-compatible", MODEL_BASE_URL: "http://127.0.0.1:1", MODEL_NAME: "llama" };
    expect(await canSee(env({}))).toBe(false);
    expect(await canSee(env(local))).toBe(false);
    expect(await canSee(env({ ...local, MODEL_VISION: "on" }))).toBe(true);
    expect(await canSee(env({ MODEL_PROVIDER: "anthropic" }))).toBe(true);
    expect(await canSee(env({ MODEL_PROVIDER: "anthropic", MODEL_VISION: "off" }))).toBe(false);
  });

  it("has a browser only where one is installed and not switched off", () => {
    expect(findBrowser({ CHROMIUM: "off" })).toBeUndefined();
    expect(findBrowser({ CHROMIUM: "/nowhere/chromium" })).toBeUndefined();
  });
});

describe.skipIf(!program)("A picture of a page", { timeout: 60_000 }, () => {
  it("is a JPEG of the screen, taller where the page is, and says what sticks out", async () => {
    const picture = await takePicture(program!, { files: list, ...shot }, never);
    if (typeof picture === "string") throw new Error(picture);
    expect([...picture.bytes.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect(picture).toMatchObject({ width: 1280, height: 800, pageWidth: 1280 });
    const wide = pageOf('return <div style={{ width: 900, height: 5000, background: "teal" }}>wide</div>;');
    expect(await takePicture(program!, { files: wide, ...shot, screen: "phone" }, never)).toMatchObject({
      width: 390,
      height: 2_400,
      pageWidth: 900,
    });
    expect(await takePicture(program!, { files: list, ...shot, page: "Nope" }, never)).toBe("There is no page Nope");
    expect(profiles()).toEqual([]);
  });

  it("reaches nothing outside: no host, no port of this machine, no file, no other window", async () => {
    const heard: string[] = [];
    const listener = createServer((request, response) => {
      heard.push(request.url ?? "");
      response.end("secret");
    });
    listener.on("upgrade", (request, socket) => {
      heard.push(`upgrade ${request.url}`);
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
    const attack = pageOf(
      `const [said, say] = useState([]);
  useEffect(() => {
    const tell = (name) => (value) => say((all) => [...all, name + " " + value]);
    for (const address of ["http://${host}/fetch", "http://localhost:${host.split(":")[1]}/name", "https://example.com/", "file:///etc/passwd"])
      fetch(address, { mode: "no-cors" }).then(tell("got"), () => tell("refused")(""));
    try { new WebSocket("ws://${host}/socket").onopen = tell("open"); } catch { tell("refused")(""); }
    navigator.sendBeacon("http://${host}/beacon", "x");
    new Image().src = "http://${host}/image";
    const frame = document.createElement("iframe");
    frame.src = "http://${host}/frame";
    document.body.append(frame);
    window.open("http://${host}/window");
    new RTCPeerConnection({ iceServers: [{ urls: "stun:${host}" }] }).createDataChannel("x");
  }, []);
  const height = said.some((line) => /^(got|open)/.test(line)) ? 2000 : said.length === 4 ? 1500 : 0;
  return <div style={{ height }}>{said.join()}</div>;`,
    );
    try {
      const picture = await takePicture(program!, { files: attack, ...shot }, never);
      // As tall as all four refusals make it, with the empty frame below.
      expect(picture).toMatchObject({ height: 1_650 });
      expect(heard).toEqual([]);
    } finally {
      listener.close();
    }
  });

  it("ends with its deadline or with Stop, and leaves no process and no profile", async () => {
    const stuck = pageOf("for (;;) {} return null;");
    const stop = new AbortController();
    const taken = takePicture(program!, { files: stuck, ...shot }, stop.signal);
    setTimeout(() => stop.abort(), 4_000);
    expect(await taken).toBe("Stopped before the picture was taken");
    expect(profiles()).toEqual([]);
  });
});

let world: World;
let model: ScriptedModel;
withModel((next) => ({ world, model } = next), { MODEL_VISION: "on" });

describe.skipIf(!program)("A turn in which the model looks at a page", { timeout: 120_000 }, () => {
  it("gives it the picture, shows it in the chat, and stops at the limit of a request", async () => {
    const { api, token } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    const see = { name: "see_page", input: { page: "Home" } };
    const body = 'export default function Home() {\n  return <h1 className="p-8 text-3xl">Hello</h1>;\n}\n';
    model.reply(`<action type="add_file" file="pages/Home.jsx" title="Add it" id="a1">\n${body}</action id="a1">\n`, {
      calls: [see],
    });
    model.reply("", { calls: Array.from({ length: picturesMax }, () => ({ ...see, input: { page: "Nope" } })) });
    model.reply("I see.");
    await api.chat.send({ appId, content: "Look" });
    await turnEnds(api, appId);

    const parts = (await api.chat.messages({ appId })).at(-1)!.parts as ToolPart[];
    const [look] = parts.filter(({ type }) => type === "tool-see_page");
    expect(look).toMatchObject({ state: "output-available", output: { summary: "Took a picture of the page Home" } });
    const { picture } = look!.output as { picture: string };
    const stored = await world.rest(`GET ${picture}`, { token });
    expect(stored.headers.get("content-type")).toBe("image/jpeg");

    const sent: Json[] = (model.requests[1] as Json).messages;
    const shown = sent.at(-1);
    expect(shown.role).toBe("user");
    expect(shown.content[1]).toMatchObject({
      type: "image_url",
      image_url: { url: expect.stringMatching(/^data:image\/jpeg;base64,/) as string },
    });
  });
});
