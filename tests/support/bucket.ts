import { once } from "node:events";
import { createServer, type Server } from "node:http";

/** A fake of the part of S3 that multipart uploads need. */
export class Bucket {
  objects = new Map<string, Buffer>();
  #times = new Map<string, Date>();
  uploads = new Map<string, Map<number, Buffer>>();
  readonly server: Server = createServer(
    (request, response) =>
      void this.#answer(request.method ?? "", new URL(request.url ?? "/", "http://s3"), request).then(
        ({ status, text = "", body, tag, time }) =>
          response
            .writeHead(status, { ...(tag && { etag: tag }), ...(time && { "last-modified": time.toUTCString() }) })
            .end(request.method === "HEAD" ? undefined : (body ?? text)),
      ),
  );

  async listen(): Promise<void> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
  }

  /** Settings of a Joinery that stores its files here. */
  settings = () => ({
    S3_ENDPOINT: `http://127.0.0.1:${(this.server.address() as { port: number }).port}`,
    S3_BUCKET: "joinery",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "secret",
  });

  async #answer(
    method: string,
    { pathname, searchParams }: URL,
    request: AsyncIterable<Buffer>,
  ): Promise<{ status: number; text?: string; body?: Buffer; tag?: string; time?: Date }> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const upload = searchParams.get("uploadId");
    if (searchParams.get("list-type") === "2") return { status: 200, text: this.#list(searchParams) };
    if (searchParams.has("uploads")) {
      this.uploads.set("u/1", new Map());
      return {
        status: 200,
        text: "<InitiateMultipartUploadResult><UploadId>u/1</UploadId></InitiateMultipartUploadResult>",
      };
    }
    const parts = upload ? this.uploads.get(upload) : undefined;
    if (upload && !parts) return { status: 404 };
    if (parts && method === "PUT") {
      const number = Number(searchParams.get("partNumber"));
      parts.set(number, body);
      return { status: 200, tag: `"part ${number}"` };
    }
    if (parts && method === "DELETE") return { status: this.uploads.delete(upload!) ? 204 : 404 };
    if (parts && method === "POST") {
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"part \1"<\/ETag>/g)].map(
        ([, number]) => Number(number),
      );
      this.objects.set(pathname, Buffer.concat(numbers.map((number) => parts.get(number)!)));
      this.#times.set(pathname, new Date());
      this.uploads.delete(upload!);
      return { status: 200, text: "<CompleteMultipartUploadResult/>" };
    }
    if (method === "PUT") {
      this.objects.set(pathname, body);
      this.#times.set(pathname, new Date());
      return { status: 200 };
    }
    const found = this.objects.get(pathname);
    if (method === "DELETE") return { status: this.objects.delete(pathname) ? 204 : 404 };
    return found ? { status: 200, body: found, time: this.#times.get(pathname)! } : { status: 404 };
  }

  /** Two keys per page, so that listing must paginate. */
  #list(search: URLSearchParams): string {
    const root = "/joinery/";
    const [prefix, after] = [root + search.get("prefix"), root + (search.get("start-after") ?? "")];
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const entries = keys
      .slice(0, 2)
      .map(
        (key) =>
          `<Contents><Key>${key.slice(root.length)}</Key><LastModified>${this.#times.get(key)!.toISOString()}</LastModified></Contents>`,
      );
    return `<ListBucketResult><IsTruncated>${keys.length > 2}</IsTruncated>${entries.join("")}</ListBucketResult>`;
  }
}
