import { z } from "zod";
import type { ColumnMapping } from "../schema";

const resultSchema = z.object({ total: z.number(), created: z.number(), updated: z.number(), failed: z.number(), failedCsv: z.string(), changeId: z.string(), message: z.string() });
export type CsvResult = z.infer<typeof resultSchema>;
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

type Options = { appId: string; entity: string; file: File; mapping: ColumnMapping[]; matchField: string | null; isDryRun: boolean; onProgress: (fraction: number) => void };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends a file to be imported, or only tried. `fetch` tells nothing of what has been sent so far, hence the older request. */
export function sendCsv({ appId, entity, file, mapping, matchField, isDryRun, onProgress }: Options): Promise<CsvResult> {
  const query = new URLSearchParams({ mapping: JSON.stringify(mapping), ...(matchField && { matchField }), ...(isDryRun && { dryRun: "1" }) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/apps/${encodeURIComponent(appId)}/entities/${encodeURIComponent(entity)}/import?${query}`);
    request.setRequestHeader("content-type", "text/csv");
    request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total));
    request.addEventListener("load", () => {
      const body = parsed(request.responseText);
      const result = resultSchema.safeParse(body);
      if (request.status < 300 && result.success) return resolve(result.data);
      reject(new Error(refusalSchema.safeParse(body).data?.error.message ?? "Failed to import data. Please try again."));
    });
    request.addEventListener("error", () => reject(new Error("Failed to import data. Please try again.")));
    request.send(file);
  });
}
