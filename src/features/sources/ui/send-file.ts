import { z } from "zod";

const answered = z.object({ contextItemId: z.string() });
const refused = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export type Sent = { ok: true; itemId: string } | { ok: false; reason: string; message: string };

type Options = {
  replaceItemId?: string | undefined;
  onProgress: (fraction: number) => void;
  /** Ends the upload; the server keeps nothing of a file that did not arrive whole. */
  signal: AbortSignal;
};

/** Sends a file; XMLHttpRequest, since fetch tells nothing of how far an upload is. */
export function sendFile(appId: string, file: File, { replaceItemId, onProgress, signal }: Options): Promise<Sent> {
  const query = new URLSearchParams({ appId, name: file.name, ...(replaceItemId && { replaceItemId }) });
  const unknown = replaceItemId
    ? "Failed to replace item, try again later"
    : "Failed to upload context, try again later";
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/context/ingest/file?${query}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () => {
      const body = jsonOf(request.responseText);
      const fine = answered.safeParse(body);
      if (request.status < 300 && fine.success) return resolve({ ok: true, itemId: fine.data.contextItemId });
      const { error } = refused.safeParse(body).data ?? {};
      // "A CSV header hint, the server message, or …" (1-platform.md §8).
      const message = error && error.code !== "internal" ? error.message : unknown;
      resolve({ ok: false, reason: error?.code ?? "internal", message });
    });
    request.addEventListener("error", () =>
      resolve({
        ok: false,
        reason: "offline",
        message: "Error uploading data, please try again or contact support via chat",
      }),
    );
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.addEventListener("abort", () => resolve({ ok: false, reason: "cancelled", message: "" }));
    request.send(file);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
