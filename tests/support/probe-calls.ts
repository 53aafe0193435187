export type Probing = {
  /** Rows are guarded by their own rules, behind the input: any write of a viewer counts as refused. */
  isLooking: boolean;
};
type Failed = { error?: { json?: { data?: { reason?: string } } } };
type Probed = typeof window & {
  noteRefusal: (call: string) => Promise<void>;
  /** Calls and scripts that have not ended, when the last script came, and how often elements were added or removed. */
  underWay: { calls: number; scripts: number; scriptAt: number; changes: number };
};

/**
 * In the page, before its own scripts: gives each mutation a key that its input does not know, and reports refusals to
 * `noteRefusal`. Playwright's routes would do the same, but keep the page from its cache and pass every call through
 * the test.
 */
export function probeCalls({ isLooking }: Probing): void {
  // Frames are apps, which make no such calls.
  if (window !== window.top) return;
  const probed = window as Probed;
  const underWay = { calls: 0, scripts: 0, scriptAt: -Infinity, changes: 0 };
  probed.underWay = underWay;
  const send = window.fetch.bind(window);
  const note = (call: string) => void probed.noteRefusal(call);

  const readRefusals = (names: string, text: string) => {
    if (!text.startsWith("{") && !text.startsWith("[")) return;
    for (const [index, { error }] of [JSON.parse(text) as Failed | Failed[]].flat().entries())
      if (["app-role", "admin-only"].includes(error?.json?.data?.reason ?? "")) note(names.split(",")[index] ?? names);
  };
  const probe = async (request: Request, name: string): Promise<Response> => {
    let sent = request;
    if (request.method === "POST") {
      const body = JSON.parse(await request.clone().text()) as { json?: object };
      // Calls about no app are about the account alone.
      if (!body.json || !("appId" in body.json)) return Response.json({}, { status: 400 });
      if (isLooking && /^entities\.\w*(create|update|delete)/i.test(name)) note(name);
      sent = new Request(request, { body: JSON.stringify({ ...body, json: { ...body.json, isProbe: true } }) });
    }
    const answer = await send(sent);
    if (!answer.ok || answer.status === 207) readRefusals(name, await answer.clone().text());
    return answer;
  };
  window.fetch = async (...given) => {
    const [target] = given;
    const { pathname } = new URL(target instanceof Request ? target.url : target, location.href);
    if (!pathname.startsWith("/api/trpc/")) return send(...given);
    underWay.calls += 1;
    try {
      return await probe(new Request(...given), pathname.split("/").at(-1)!);
    } finally {
      underWay.calls -= 1;
    }
  };

  const ended = () => {
    underWay.scripts -= 1;
    underWay.scriptAt = performance.now();
  };
  new MutationObserver((records) => {
    underWay.changes += 1;
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof HTMLScriptElement && node.src !== "" && !node.noModule) {
          underWay.scripts += 1;
          node.addEventListener("load", ended);
          node.addEventListener("error", ended);
        }
  }).observe(document, { childList: true, subtree: true });
}

/**
 * In the page: ends once no call and no script was under way and nothing was drawn in two looks, or after 1.6 seconds.
 * React shows what it has just fetched up to 300 ms later.
 */
export async function untilQuiet(): Promise<void> {
  const { underWay } = window as Probed;
  let changes = -1;
  for (let quiet = 0, turns = 0; quiet < 2 && turns < 80; turns++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const isQuiet =
      underWay.calls === 0 &&
      underWay.scripts === 0 &&
      underWay.changes === changes &&
      performance.now() - underWay.scriptAt > 320;
    quiet = isQuiet ? quiet + 1 : 0;
    changes = underWay.changes;
  }
}
