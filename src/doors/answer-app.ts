import "server-only";
import type { Platform } from "@/engines/platform";

export async function answerAppHost(_platform: Platform, _request: Request): Promise<Response> {
  return new Response("There is no app at this address", { status: 404, headers: { "content-type": "text/plain; charset=utf-8" } });
}
