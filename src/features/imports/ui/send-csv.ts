import { z } from "zod";

const answerSchema = z.object({ importId: z.string() });
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

type Options = {
  appId: string;
  entity: string;
  file: File;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Uploads a file. XMLHttpRequest, because fetch has no upload progress.
 * @returns the import's id
 */
export function sendCsv({ appId, entity, file, onProgress, signal }: Options): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(
      "POST",
      `/api/apps/${encodeURIComponent(appId)}/entities/${encodeURIComponent(entity)}/imports?name=${encodeURIComponent(file.name)}`,
    );
    request.setRequestHeader("content-type", "text/csv");
    request.upload.addEventListener(
      "progress",
      ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total),
    );
    request.addEventListener("load", () => {
      const body = parsed(request.responseText);
      const answer = answerSchema.safeParse(body);
      if (request.status < 300 && answer.success) return resolve(answer.data.importId);
      reject(
        new Error(refusalSchema.safeParse(body).data?.error.message ?? "Failed to import data. Please try again."),
      );
    });
    request.addEventListener("error", () => reject(new Error("Failed to import data. Please try again.")));
    request.addEventListener("abort", () => reject(new DOMException("The upload was cancelled", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
