import { getToken } from "./config.js";
import { onSwap } from "./swap.js";

const againMs = 3_000;

/**
 * Follows a stream of server-sent events until told to stop, and takes it up again when the connection is lost.
 * EventSource cannot carry a token, and a token does not belong into an address.
 * @param {string} path
 * @param {(data: string) => void} onData
 * @returns {() => void} stops
 */
export function followStream(path, onData) {
  const stop = new AbortController();
  const follow = async () => {
    while (!stop.signal.aborted) {
      try {
        const token = getToken();
        const response = await fetch(path, {
          headers: token ? { authorization: `Bearer ${token}` } : {},
          signal: stop.signal,
        });
        if (response.status === 401 || response.status === 403 || response.status === 404) return;
        if (response.ok && response.body) await readEvents(response.body, onData);
      } catch {
        // A lost connection: taken up again below.
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  };
  void follow();
  onSwap(() => stop.abort());
  return () => stop.abort();
}

async function readEvents(body, onData) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) onData(data);
    }
  }
}
