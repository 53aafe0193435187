import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Thing = Record<string, unknown> & { id: string };
type Answer = { status: number; value: unknown };

/** Part of Stripe's API in its shapes of version 2024-06-20: objects by id, lists by filter, checkout and portal. */
export class Stripe {
  readonly key = "sk_test_of_the_test";
  readonly webhookSecret = "whsec_of_the_test";
  things = new Map<string, Thing>();
  /** Forms of the pages that were opened. */
  opened: { path: string; form: Record<string, string> }[] = [];
  failing = 0;
  /** A restricted key may not make webhook endpoints. */
  takesWebhooks = true;
  asked = 0;
  delayMs = () => 0;
  #events = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Stripe> {
    const server = createServer((request, response) => {
      let text = "";
      request.on("data", (piece: Buffer) => (text += piece.toString()));
      request.on("end", () => {
        const isKnown =
          request.headers.authorization === `Bearer ${stripe.key}` &&
          request.headers["stripe-version"] === "2024-06-20";
        const { status, value } = isKnown
          ? stripe.#answer(new URL(request.url!, "http://stripe"), request.method!, new URLSearchParams(text))
          : { status: 401, value: { error: { type: "invalid_request_error" } } };
        setTimeout(() => {
          response.writeHead(status, { "content-type": "application/json" });
          response.end(JSON.stringify(value));
        }, stripe.delayMs());
      });
    }).listen(0, "127.0.0.1");
    const stripe = new Stripe(server);
    await once(server, "listening");
    return stripe;
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  #answer(url: URL, method: string, form: URLSearchParams): Answer {
    this.asked += 1;
    if (this.failing-- > 0) return { status: 500, value: { error: { type: "api_error" } } };
    const path = url.pathname.replace(/^\/v1/, "");
    const ending = (kind: string) => [...this.things.values()].filter(({ id }) => id.startsWith(`${kind}_`));
    if (method === "DELETE") {
      const id = path.split("/").at(-1)!;
      this.things.delete(id);
      return { status: 200, value: { id, deleted: true } };
    }
    if (path === "/webhook_endpoints") {
      if (method === "GET") return { status: 200, value: { object: "list", data: ending("we") } };
      if (!this.takesWebhooks) return { status: 403, value: { error: { type: "invalid_request_error" } } };
      const made = { id: `we_${(this.#events += 1)}`, url: form.get("url"), secret: this.webhookSecret };
      this.put(made);
      return { status: 200, value: made };
    }
    if (path === "/products") {
      const data = ending("prod");
      const from = data.findIndex(({ id }) => id === url.searchParams.get("starting_after")) + 1;
      return {
        status: 200,
        value: { object: "list", data: data.slice(from, from + 2), has_more: from + 2 < data.length },
      };
    }
    if (method === "POST") {
      this.opened.push({ path, form: Object.fromEntries(form) });
      return { status: 200, value: { id: "cs_new", url: `${this.url}/pay${path}` } };
    }
    const list = (kind: string, name: string) => {
      const data = [...this.things.values()].filter(
        (thing) => thing.id.startsWith(`${kind}_`) && thing[name] === url.searchParams.get(name),
      );
      return { status: 200, value: { object: "list", data, has_more: false } };
    };
    if (path === "/checkout/sessions")
      return list("cs", url.searchParams.has("subscription") ? "subscription" : "payment_intent");
    if (path === "/disputes") return list("dp", "charge");
    const thing = this.things.get(path.split("/").at(-1)!);
    if (!thing) return { status: 404, value: { error: { code: "resource_missing", type: "invalid_request_error" } } };
    const invoice =
      url.searchParams.get("expand[]") === "latest_invoice" && this.things.get(String(thing.latest_invoice));
    return { status: 200, value: invoice ? { ...thing, latest_invoice: invoice } : thing };
  }

  put(thing: Thing): void {
    this.things.set(thing.id, { ...this.things.get(thing.id), ...thing });
  }

  /** A paid checkout of a subscription. */
  sell(name: string, { accountId, price = "price_moon" }: { accountId: string | null; price?: string }): void {
    const ids = {
      subscription: `sub_${name}`,
      invoice: `in_${name}`,
      charge: `ch_${name}`,
      payment_intent: `pi_${name}`,
    };
    this.put({
      id: `cs_${name}`,
      status: "complete",
      payment_status: "paid",
      client_reference_id: accountId,
      customer: `cus_${name}`,
      customer_details: { email: "buyer@example.com" },
      amount_total: 4_900,
      subscription: ids.subscription,
      payment_intent: null,
      metadata: { price },
    });
    this.put({
      id: ids.subscription,
      status: "active",
      customer: `cus_${name}`,
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      current_period_end: Math.floor(Date.now() / 1_000) + 86_400,
      latest_invoice: ids.invoice,
      items: { object: "list", data: [{ id: `si_${name}`, price: { id: price, product: `prod_${price}` } }] },
    });
    this.put({ id: ids.invoice, subscription: ids.subscription, charge: ids.charge });
    this.put({
      id: ids.charge,
      refunded: false,
      disputed: false,
      invoice: ids.invoice,
      payment_intent: ids.payment_intent,
    });
    this.put({ id: ids.payment_intent, invoice: ids.invoice, latest_charge: ids.charge });
  }

  /** A webhook as Stripe sends it: the body, and its signature `t=…,v1=…`. */
  event(type: string, object: Record<string, unknown>, { secret = this.webhookSecret, at = Date.now() } = {}) {
    const body = JSON.stringify({ id: `evt_${(this.#events += 1)}`, object: "event", type, data: { object } });
    const seconds = Math.floor(at / 1_000);
    const v1 = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
    return { body, signature: `t=${seconds},v1=${v1},v0=00` };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, "close");
  }
}
