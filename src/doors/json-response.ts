import "server-only";
import { JsonText } from "@/engines/json";

/** Headers of a response in the making. A native Headers takes longer than most queries' parameters. */
export class HeaderList {
  readonly list: [string, string][] = [];

  append(name: string, value: string): void {
    this.list.push([name, value]);
  }

  forEach(take: (value: string, name: string) => void): void {
    for (const [name, value] of this.list) take(value, name);
  }
}

/** A JSON response that goes out in one write. A native Response costs more than many a query. */
export class LazyResponse {
  #real: Response | undefined;

  /** @param list headers, with names in lower case */
  constructor(
    readonly whole: string,
    readonly status: number,
    readonly list: [string, string][],
  ) {}

  get headers(): Headers {
    return this.real.headers;
  }

  get real(): Response {
    return (this.#real ??= new Response(this.whole, { status: this.status, headers: this.list }));
  }
}

for (const name of Object.getOwnPropertyNames(Response.prototype)) {
  if (name === "constructor" || Object.hasOwn(LazyResponse.prototype, name)) continue;
  Object.defineProperty(LazyResponse.prototype, name, {
    configurable: true,
    get(this: LazyResponse): unknown {
      const value: unknown = Reflect.get(this.real, name);
      return typeof value === "function" ? (value.bind(this.real) as unknown) : value;
    },
  });
}
Object.setPrototypeOf(LazyResponse.prototype, Response.prototype);

/** Like `Response.json`, but a body that is JSON text already is passed through. */
export function jsonResponse(
  value: unknown,
  { status = 200, headers }: { status?: number; headers?: Pick<HeaderList, "forEach"> } = {},
): Response {
  const list: [string, string][] = [["content-type", "application/json"]];
  headers?.forEach((one, name) => {
    if (name !== "content-type") list.push([name.toLowerCase(), one]);
  });
  const text = value instanceof JsonText ? value.text : JSON.stringify(value);
  return new LazyResponse(text, status, list) as unknown as Response;
}

/** Turns a JSON Response made by a library into one that goes out in one write. */
export async function wholeResponse(response: Response): Promise<Response> {
  if (response.headers.get("content-type") !== "application/json") return response;
  return new LazyResponse(await response.text(), response.status, [...response.headers]) as unknown as Response;
}

/** Whether a response is complete: no stream, which would end with its caller's rights. */
export const isWhole = (response: Response): boolean => response instanceof LazyResponse;
