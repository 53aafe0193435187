import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Sale = Record<string, unknown> & { id: string };
type Subscriber = Record<string, unknown> & { id: string; status: string };

/** A fake of Gumroad's API (facts/providers.md §1): nulls are omitted, "not found" is a 200. */
export class Gumroad {
  readonly token = "seller-token";
  sales = new Map<string, Sale>();
  subscribers = new Map<string, Subscriber>();
  products: Record<string, unknown>[] = [];
  /** License key → sale. */
  licenses = new Map<string, string>();
  /** What is told of, and where. */
  pings: { resource: string; url: string }[] = [];
  /** Answers so many times with this status before it works again. */
  failing = { status: 500, times: 0 };
  /** Latency of a response, after it was decided. */
  delayMs = () => 0;
  asked = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Gumroad> {
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? "/", "http://gumroad");
      let form = "";
      request.on("data", (piece: Buffer) => (form += piece.toString()));
      request.on("end", () => {
        const { status, body } = gumroad.#answer(url, request.headers.authorization, new URLSearchParams(form));
        setTimeout(() => {
          response.writeHead(status, { "content-type": "application/json" });
          response.end(body);
        }, gumroad.delayMs());
      });
    }).listen(0, "127.0.0.1");
    const gumroad = new Gumroad(server);
    await once(server, "listening");
    return gumroad;
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v2`;
  }

  #answer(url: URL, authorization: string | undefined, form: URLSearchParams): { status: number; body: string } {
    this.asked += 1;
    const json = (status: number, value: unknown) => ({ status, body: JSON.stringify(value) });
    if (this.failing.times-- > 0) return json(this.failing.status, {});
    if (authorization !== `Bearer ${this.token}`) return json(401, {});
    if (url.pathname === "/v2/products") {
      const from = Number(url.searchParams.get("page_key") ?? 0);
      const next = from + 10 < this.products.length ? { next_page_key: String(from + 10) } : {};
      return json(200, { success: true, products: this.products.slice(from, from + 10), ...next });
    }
    if (url.pathname === "/v2/licenses/verify") {
      const sale = this.sales.get(this.licenses.get(form.get("license_key") ?? "") ?? "");
      return sale && sale.product_id === form.get("product_id")
        ? json(200, { success: true, uses: 0, purchase: { sale_id: sale.id } })
        : json(404, { success: false, message: "That license does not exist for the provided product." });
    }
    if (url.pathname === "/v2/resource_subscriptions") {
      this.pings.push({ resource: form.get("resource_name") ?? "", url: form.get("post_url") ?? "" });
      return json(200, { success: true });
    }
    const saleId = /^\/v2\/sales\/([^/]+)$/.exec(url.pathname)?.[1];
    if (saleId) {
      const sale = this.sales.get(decodeURIComponent(saleId));
      return json(200, sale ? { success: true, sale } : { success: false, message: "The sale was not found." });
    }
    const product = /^\/v2\/products\/([^/]+)\/subscribers$/.exec(url.pathname)?.[1];
    if (product) {
      const subscribers = [...this.subscribers.values()].filter(
        ({ user_email, product_id }) =>
          product_id === decodeURIComponent(product) && user_email === url.searchParams.get("email"),
      );
      return json(200, { success: true, subscribers });
    }
    return json(404, {});
  }

  /** A sale of a monthly membership. */
  sell(
    id: string,
    {
      email,
      productId = "prod-moon",
      subscriptionId = `sub-${id}`,
      ...more
    }: {
      email: string;
      productId?: string;
      subscriptionId?: string;
      [more: string]: unknown;
    },
  ): void {
    this.sales.set(id, {
      id,
      email,
      product_id: productId,
      product_permalink: "moon",
      price: 4900,
      variants: { Tier: "First Tier" },
      subscription_id: subscriptionId,
      is_recurring_billing: true,
      ...more,
    });
    this.subscribers.set(subscriptionId, {
      id: subscriptionId,
      status: "alive",
      product_id: productId,
      user_email: email,
      purchase_ids: [id],
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}
