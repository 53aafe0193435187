import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Cbor = number | string | Buffer | Map<Cbor, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

/** CBOR (RFC 8949), as much of it as an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const b64 = (data: string | Buffer) => Buffer.from(data).toString("base64url");

type Options = {
  /** The page's origin, as the browser writes it down. */
  origin?: string;
  rpId?: string;
  /** Whether the holder gave their finger or PIN. */
  isVerified?: boolean;
  counter?: number;
};

/** A passkey in software: what a browser and its authenticator answer to a WebAuthn ceremony (ES256, no attestation). */
export class SoftAuthenticator {
  readonly id = randomBytes(16);
  #privateKey: KeyObject;
  #x: Buffer;
  #y: Buffer;
  #userHandle = "";
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x, y } = publicKey.export({ format: "jwk" });
    this.#privateKey = privateKey;
    [this.#x, this.#y] = [Buffer.from(x!, "base64url"), Buffer.from(y!, "base64url")];
  }

  #data({ rpId = "localhost", isVerified = true, counter }: Options, attested?: Buffer): Buffer {
    this.#counter = counter ?? this.#counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.#counter);
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  #client(type: string, challenge: string, origin = "http://localhost:3000"): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #credential<Response>(response: Response) {
    const id = b64(this.id);
    return { id, rawId: id, type: "public-key" as const, clientExtensionResults: {}, response };
  }

  /** `navigator.credentials.create()` */
  create(asked: { challenge: string; user: { id: string } }, options: Options = {}) {
    this.#userHandle = asked.user.id;
    const key = new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, this.#x],
      [-3, this.#y],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)]);
    const attestation = new Map<Cbor, Cbor>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", this.#data(options, attested)],
    ]);
    return this.#credential({
      clientDataJSON: b64(this.#client("webauthn.create", asked.challenge, options.origin)),
      attestationObject: b64(cbor(attestation)),
      transports: ["internal"],
    });
  }

  /** `navigator.credentials.get()` */
  get(asked: { challenge: string }, options: Options = {}) {
    const client = this.#client("webauthn.get", asked.challenge, options.origin);
    const data = this.#data(options);
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.#privateKey);
    return this.#credential({
      clientDataJSON: b64(client),
      authenticatorData: b64(data),
      signature: b64(signature),
      userHandle: this.#userHandle,
    });
  }
}
