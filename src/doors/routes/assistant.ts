import "server-only";
import { eventResponse } from "@/api/event-stream";
import { answerQuestion } from "@/features/assistant/answer";
import type { AnswerEvent } from "@/features/assistant/schema";
import type { RestCall, RestRoute } from "../rest";
import { app, visitedApp, withBody } from "../route";

/** An anonymous visitor's key travels in a header, because URLs are logged. */
const assistantInput = ({ params, request }: RestCall<"appId">) => {
  const session = request.headers.get("x-session");
  return { ...params, ...(session !== null && { session }) };
};

async function* serverSentEvents(events: AsyncGenerator<AnswerEvent>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const { event, data } of events)
    yield encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Reads the answer to its end even when the reader leaves: it is paid for, and is shown after a reload. */
function uncancelled(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  let isHeard = true;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const pass = async () => {
        for await (const piece of pieces) if (isHeard) controller.enqueue(piece);
        if (isHeard) controller.close();
      };
      void pass().catch((error: unknown) => isHeard && controller.error(error));
    },
    cancel() {
      isHeard = false;
    },
  });
}

export const assistantRoutes: RestRoute[] = [
  app("GET /api/apps/:appId/assistant", (call) => call.caller.assistant.view(call.params)),
  app("GET /api/apps/:appId/assistant/messages", (call) => call.caller.assistant.messages(assistantInput(call))),
  app("DELETE /api/apps/:appId/assistant/messages", (call) => call.caller.assistant.clear(assistantInput(call))),
  app("POST /api/apps/:appId/assistant/messages", async (call) => {
    const asked = await withBody(call, ({ content }: { appId: string; content: string }) =>
      call.caller.assistant.ask({ ...assistantInput(call), content }),
    );
    const { scope, entities } = await visitedApp(call);
    return eventResponse(uncancelled(serverSentEvents(answerQuestion(call.context.platform, scope, entities, asked))));
  }),
];
