const password = "copper-lantern-42-fjord";
let count = 0;

/** An account of a server, over HTTP. */
export class Builder {
  private constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly cookie: string,
  ) {}

  static async signUp(url: string): Promise<Builder> {
    const email = `grow-${Date.now()}-${(count += 1)}@example.com`;
    const answer = await fetch(`${url}/api/auth/sign-up`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    const [cookie] = answer.headers.getSetCookie();
    return new Builder(url, ((await answer.json()) as { token: string }).token, cookie!.split(";")[0]!);
  }

  /** For a browser. */
  cookies(): { name: string; value: string; url: string }[] {
    const at = this.cookie.indexOf("=");
    return [{ name: this.cookie.slice(0, at), value: this.cookie.slice(at + 1), url: this.url }];
  }

  /** For a client of one's own. */
  request(path: string): { url: string; headers: Record<string, string> } {
    return { url: this.url + path, headers: { authorization: `Bearer ${this.token}` } };
  }

  /** @throws for any status but 200 */
  async send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** Calls a procedure. */
  ask(name: string, input: unknown, isMutation = false): Promise<unknown> {
    const json = { json: input };
    return isMutation
      ? this.send("POST", `/api/trpc/${name}`, json)
      : this.send("GET", `/api/trpc/${name}?input=${encodeURIComponent(JSON.stringify(json))}`);
  }

  async createApp(name: string): Promise<string> {
    const { appId } = await this.send<{ appId: string }>("POST", "/api/apps", {
      appType: "gen-app",
      genApp: { header: name },
    });
    return appId;
  }

  /** Sends a message, and waits for the end of its turn. */
  async say(appId: string, content: string): Promise<void> {
    const chat = `/api/apps/${appId}/chat`;
    const { turnId } = await this.send<{ turnId: string }>("POST", `${chat}/messages`, { content });
    const events = await fetch(`${this.url}${chat}/turns/${turnId}/events`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    await events.text();
  }
}
