import { isText, shape } from "@/engines/shape";

type Uploaded = { url: string; contentType: string };
const isUploaded = shape<Uploaded>({ url: isText, contentType: isText });
const isRefusal = shape<{ error: { message: string } }>({ error: shape<{ message: string }>({ message: isText }) });

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
): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", uploadPath(appId, file.name));
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    });
    request.addEventListener("load", () => {
      const body = parseBody(request.responseText);
      if (request.status < 300 && isUploaded(body)) resolve(body);
      else reject(new Error(isRefusal(body) ? body.error.message : "The upload failed"));
    });
    request.addEventListener("error", () => reject(new Error("No connection")));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
