import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";

export type Received = { from: string; to: string[]; raw: string };

/**
 * A fake mail server that keeps what it accepts. `answers` are scripted replies per command: `{ RCPT: ["451 Try later"]
 * }`.
 */
export class SmtpServer {
  readonly received: Received[] = [];
  readonly answers: Record<string, string[]> = {};
  #server: Server | undefined;

  async start(port = 0): Promise<this> {
    this.#server = createServer((socket) => this.#talk(socket)).listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get port(): number {
    const address = this.#server?.address();
    if (!address || typeof address === "string") throw new Error("The mail server is not listening");
    return address.port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    this.#server?.close();
    this.#server = undefined;
    await Promise.resolve();
  }

  /** Waits for the newest mail to an address. */
  async mailTo(address: string, count = 1): Promise<Received> {
    for (let tries = 0; tries < 600; tries += 1) {
      const found = this.received.filter(({ to }) => to.includes(address));
      if (found.length >= count) return found.at(-1)!;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`No mail to ${address}`);
  }

  #talk(socket: Socket): void {
    let buffer = "";
    let isData = false;
    let mail: Received = { from: "", to: [], raw: "" };
    socket.on("error", () => socket.destroy());
    socket.write("220 here\r\n");
    socket.on("data", (piece) => {
      buffer += piece.toString();
      for (;;) {
        const end = isData ? buffer.indexOf("\r\n.\r\n") : buffer.indexOf("\r\n");
        if (end < 0) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          this.received.push({ ...mail, raw: line });
          mail = { from: "", to: [], raw: "" };
          socket.write("250 taken\r\n");
          continue;
        }
        const [verb = ""] = line.toUpperCase().split(/[ :]/);
        const scripted = this.answers[verb]?.shift();
        if (scripted) {
          socket.write(`${scripted}\r\n`);
          continue;
        }
        if (verb === "MAIL") mail.from = /<(.*?)>/.exec(line)?.[1] ?? "";
        if (verb === "RCPT") mail.to.push(/<(.*?)>/.exec(line)?.[1] ?? "");
        if (verb === "DATA") isData = true;
        socket.write(verb === "DATA" ? "354 go on\r\n" : verb === "QUIT" ? "221 bye\r\n" : "250 fine\r\n");
        if (verb === "QUIT") socket.end();
      }
    });
  }
}

/** Decoded plain text of a received mail. */
export function textOf({ raw }: Received): string {
  const [, ...parts] = raw.split(/--[-_=A-Za-z0-9]+\r\n/);
  const part = parts.find((one) => /^content-type: text\/plain/im.test(one)) ?? raw;
  const [head = "", ...body] = part.split("\r\n\r\n");
  const text = body.join("\r\n\r\n").replaceAll("\r\n", "\n");
  if (/base64/i.test(head)) return Buffer.from(text, "base64").toString();
  if (!/quoted-printable/i.test(head)) return text;
  return text
    .replaceAll("=\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
