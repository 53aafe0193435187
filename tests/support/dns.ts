import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

const types = { 5: "CNAME", 16: "TXT" } as const;
const nameBytes = (name: string) =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** A local DNS server that answers CNAME and TXT queries over UDP (RFC 1035). */
export class Dns {
  /** "TXT _joinery.example.com" → its values. */
  records = new Map<string, string[]>();
  /** Answers SERVFAIL to everything. */
  isFailing = false;

  private constructor(private readonly socket: Socket) {}

  static async start(): Promise<Dns> {
    const socket = createSocket("udp4");
    const dns = new Dns(socket);
    socket.on("message", (query, from) => socket.send(dns.#answer(query), from.port, from.address));
    socket.bind(0, "127.0.0.1");
    await once(socket, "listening");
    return dns;
  }

  get address() {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  #answer(query: Buffer): Buffer {
    const labels: string[] = [];
    let at = 12;
    for (; query[at] !== 0; at += query[at]! + 1) labels.push(query.toString("ascii", at + 1, at + 1 + query[at]!));
    const type = query.readUInt16BE(at + 1);
    const question = query.subarray(12, at + 5);
    const key = `${types[type as keyof typeof types] ?? type} ${labels.join(".").toLowerCase()}`;
    const values = this.isFailing ? [] : (this.records.get(key) ?? []);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    const code = this.isFailing ? 2 : values.length > 0 ? 0 : 3;
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    const answers = values.map((value) => {
      const data = type === 16 ? Buffer.from([value.length, ...Buffer.from(value)]) : nameBytes(value);
      const head = Buffer.alloc(12);
      head.writeUInt16BE(0xc00c, 0);
      head.writeUInt16BE(type, 2);
      head.writeUInt16BE(1, 4);
      head.writeUInt32BE(60, 6);
      head.writeUInt16BE(data.length, 10);
      return Buffer.concat([head, data]);
    });
    return Buffer.concat([header, question, ...answers]);
  }

  close(): void {
    this.socket.close();
  }
}
