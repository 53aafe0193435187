import "server-only";
import { APICallError, type ModelMessage } from "ai";
import { z } from "zod";
import type { ModelEvent, ModelRequest, ModelTool, ToolCall } from "./schema";

/**
 * Whether a service refused a request because its model takes no tools: Ollama and llama.cpp by 400 and 500, vLLM by
 * 400, OpenRouter by 404, each with words about tools.
 */
export const refusesTools = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  [400, 404, 422, 500, 501].includes(error.statusCode ?? 0) &&
  /\btools?\b|tool[-_ ]?(?:use|call|choice)|function[-_ ]?call/i.test(`${error.message} ${error.responseBody ?? ""}`);

const opening = '<look tool="';
const look = /^<look tool="([a-z_]+)">(.*)<\/look>\s*$/;

/**
 * Offers tools in the text of a model that takes none: it writes a line `<look tool="…">{…}</look>`, which becomes a
 * call, and its answers come as a user message. The model has not seen any answer yet when it goes on writing, so what
 * follows such a line in the same reply is left out.
 */
export async function* withTextTools(
  request: ModelRequest,
  stream: (request: ModelRequest) => AsyncIterable<ModelEvent>,
): AsyncGenerator<ModelEvent> {
  const { tools, ...plain } = request;
  const instructions = tools ? `${request.instructions}\n${describe(tools)}` : request.instructions;
  const reader = new LookReader();
  for await (const event of stream({ ...plain, instructions, messages: asText(request.messages) })) {
    if (event.kind === "text") {
      const text = reader.push(event.text);
      if (text) yield { kind: "text", text };
    } else if (event.kind !== "finish") yield event;
    else {
      const text = reader.end();
      if (text) yield { kind: "text", text };
      for (const call of reader.calls) yield { kind: "call", call };
      yield { ...event, messages: [{ role: "assistant", content: reader.said || "…" }] };
    }
  }
}

const describe = (tools: Record<string, ModelTool>): string =>
  [
    "# Tools",
    "You call a tool by a line of its own, outside of any action, with its input as JSON:",
    '<look tool="read_file">{"path": "pages/Home.jsx"}</look>',
    "Write such lines last, several if you need several answers, and stop there: the answers come in the next message.",
    ...Object.entries(tools).map(
      ([name, { description, input }]) => `- ${name}: ${description} Input: ${JSON.stringify(inputOf(input))}`,
    ),
    "",
  ].join("\n");

const inputOf = (input: z.ZodType) => {
  const { properties, required } = z.toJSONSchema(input, { io: "input" });
  return { properties, required };
};

/** Takes the look lines out of a stream of text. Lines inside actions are bodies of files and stay. */
class LookReader {
  readonly calls: ToolCall[] = [];
  /** The reply as the model wrote it, to where it stopped to look. */
  said = "";
  #line = "";
  /** Whether the line's beginning was passed on already, so that it is no look line. */
  #isPassed = false;
  #isInAction = false;

  push(text: string): string {
    let out = "";
    let at = 0;
    while (at < text.length) {
      const end = text.indexOf("\n", at);
      const stop = end < 0 ? text.length : end + 1;
      out += this.#take(text.slice(at, stop), end >= 0);
      at = stop;
    }
    return out;
  }

  end(): string {
    return this.#take("", true);
  }

  #take(piece: string, isWhole: boolean): string {
    this.#line += piece;
    if (this.#isPassed) return this.#give(piece, isWhole);
    // Hold a line that may be a look line or a tag of an action until it is whole.
    const start = this.#line.slice(0, opening.length);
    const mayMatter = start.startsWith("<") || this.#line === "";
    if (!isWhole && mayMatter && this.#line.length < 10_000) return "";
    const line = this.#line;
    if (/^<action\b/.test(line)) this.#isInAction = !/\/>\s*$/.test(line);
    else if (/^<\/action\b/.test(line)) this.#isInAction = false;
    const found = isWhole && !this.#isInAction ? look.exec(line.trimEnd()) : null;
    if (!found) return this.#give(line, isWhole);
    this.said += line;
    this.#line = "";
    this.calls.push({ id: `look-${this.calls.length + 1}`, name: found[1]!, ...inputIn(found[2]!) });
    return "";
  }

  #give(text: string, isWhole: boolean): string {
    if (isWhole) this.#line = "";
    this.#isPassed = !isWhole;
    if (this.calls.length > 0) return "";
    this.said += text;
    return text;
  }
}

function inputIn(text: string): Pick<ToolCall, "input" | "fault"> {
  try {
    return { input: JSON.parse(text || "{}") as unknown };
  } catch {
    return { input: {}, fault: "The input is no JSON" };
  }
}

/** Calls and answers of a conversation as text, for a model that was switched to it in the middle. */
function asText(messages: ModelMessage[]): ModelMessage[] {
  return messages.map((message): ModelMessage => {
    if (message.role === "tool")
      return {
        role: "user",
        content: message.content
          .flatMap((part) =>
            part.type === "tool-result" && (part.output.type === "text" || part.output.type === "error-text")
              ? [`Answer of ${part.toolName}:\n${part.output.value}`]
              : [],
          )
          .join("\n\n"),
      };
    if (message.role !== "assistant" || typeof message.content === "string") return message;
    const said = message.content.flatMap((part) =>
      part.type === "text"
        ? [part.text]
        : part.type === "tool-call"
          ? [`<look tool="${part.toolName}">${JSON.stringify(part.input)}</look>`]
          : [],
    );
    return { role: "assistant", content: said.join("\n") || "…" };
  });
}
