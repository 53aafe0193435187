import { z } from "zod";

const uploaded = z.object({ url: z.string(), contentType: z.string() });
const refused = z.object({ error: z.object({ message: z.string() }) });

/** Upload path of an app's chat: the body is the file, the name a parameter. */
const uploadPath = (appId: string, name: string) =>
  `/api/apps/${encodeURIComponent(appId)}/chat/attachments?name=${encodeURIComponent(name)}`;

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Uploads one file. XMLHttpRequest, because fetch has no upload progress.
 * @param onProgress gets 0 to 1
 * @throws the server's message, or what to do when it is unreachable
 */
export function uploadAttachment(
  appId: string,
  file: File,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<z.infer<typeof uploaded>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", uploadPath(appId, file.name));
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      const body = parseBody(request.responseText);
      const done = uploaded.safeParse(body);
      const failure = refused.safeParse(body);
      if (request.status < 300 && done.success) resolve(done.data);
      else reject(new Error(failure.success ? failure.data.error.message : "The upload failed"));
    });
    request.addEventListener("error", () => reject(new Error("No connection")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
