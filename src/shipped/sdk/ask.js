import { ApiError, appPath } from "./api.js";
import { getToken } from "./config.js";

/** @import { Message, Source } from "./types" */

const sessionKey = "joinery.assistant";

/** Key of an anonymous browser: unguessable, so that its conversation stays private. */
function session() {
  const kept = window.localStorage.getItem(sessionKey);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  window.localStorage.setItem(sessionKey, made);
  return made;
}

/** @param {string} method @param {object} [body] @param {AbortSignal} [signal] */
async function request(method, body, signal) {
  const token = getToken();
  const headers = {
    "x-session": session(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { "content-type": "application/json" }),
  };
  let response;
  try {
    response = await fetch(appPath("/assistant/messages"), {
      method,
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, {
      code: "offline",
      message: "The server cannot be reached. Check the connection and try again.",
    });
  }
  if (response.ok) return response;
  const value = await response.json().catch(() => undefined);
  throw new ApiError(response.status, value?.error);
}

/**
 * The conversation so far, oldest first.
 * @returns {Promise<Message[]>}
 */
export const readConversation = async () => (await request("GET")).json();

export const clearConversation = () => request("DELETE");

/**
 * Asks a question and streams the answer.
 * @param {string} content
 * @param {(text: string) => void} onText
 * @param {AbortSignal} signal
 * @returns {Promise<Source[]>} the rows that the answer names, and the passages that it cites
 */
export async function ask(content, onText, signal) {
  const { body } = await request("POST", { content }, signal);
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body)
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    // A stream without a final event was cut: the answer is incomplete.
    if (done)
      throw new ApiError(0, {
        code: "offline",
        message: "The connection was lost before the answer was whole. Ask again.",
      });
    const blocks = (text + value).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "{}");
      const event = /^event: (.*)$/m.exec(block)?.[1];
      if (event === "text") onText(data.text);
      else if (event === "error") throw new ApiError(503, { code: "assistant-resting", message: data.message });
      else if (event === "done") return data.sources;
    }
  }
}
