import { getToken } from "./config.js";
import { onSwap } from "./swap.js";

const againMs = 3_000;

/**
 * Follows an SSE stream and reconnects until stopped. Not EventSource, which sends no Authorization header; a token
 * must not be in a URL.
 * @param {string} path
 * @param {(data: string) => void} onData
 * @param {() => void} [onSwapped] called when another build takes the place of this one
 * @returns {() => void} stops
 */
export function followStream(path, onData, onSwapped) {
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
        // Lost connection: reconnect below.
      }
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  };
  void follow();
  onSwap(() => {
    stop.abort();
    onSwapped?.();
  });
  return () => stop.abort();
}

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} body @param {(data: string) => void} onData */
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
