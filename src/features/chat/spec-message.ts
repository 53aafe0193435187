import type { Action } from "./schema";

/** A chat message as 2-builder.md §3 and the AI SDK 4 write it: what REST clients read. */
export type SpecMessage = {
  id: string;
  role: "user" | "assistant";
  content: string;
  parts: Record<string, unknown>[];
  toolInvocations: Record<string, unknown>[];
  experimental_attachments: { name: string; url: string; contentType: string }[];
  createdAt: string;
  annotations: Record<string, unknown>[];
  actions: Action[];
};

type Stored = { id: string; role: "user" | "assistant"; parts: unknown[]; metadata: Record<string, unknown> };
type Part = Record<string, unknown> & { type: string };

const toolStates: Record<string, string> = { "input-streaming": "partial-call", "input-available": "call", "output-available": "result", "output-error": "result" };
const storedStates: Record<string, string> = { "partial-call": "input-streaming", call: "input-available", result: "output-available" };

function toSpecPart(part: Part): Record<string, unknown> | undefined {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "reasoning") return { type: "reasoning", reasoning: part.text, details: [{ type: "text", text: part.text }] };
  if (part.type === "source-url") return { type: "source", source: { sourceType: "url", id: part.sourceId, url: part.url, ...(part.title !== undefined && { title: part.title }) } };
  if (part.type === "file") return { type: "file", mimeType: part.mediaType, data: part.url, ...(part.filename !== undefined && { filename: part.filename }) };
  if (part.type.startsWith("tool-")) {
    const isDone = part.state === "output-available" || part.state === "output-error";
    return {
      type: "tool-invocation",
      toolInvocation: { state: toolStates[String(part.state)] ?? "call", toolCallId: part.toolCallId, toolName: part.type.slice(5), args: part.input, ...(isDone && { result: part.output ?? part.errorText }) },
    };
  }
  return undefined;
}

function fromSpecPart(part: Part): Part | undefined {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "reasoning") return { type: "reasoning", text: part.reasoning };
  if (part.type === "file") return { type: "file", mediaType: part.mimeType, url: part.data, ...(part.filename !== undefined && { filename: part.filename }) };
  if (part.type === "source") {
    const source = part.source as Record<string, unknown>;
    return { type: "source-url", sourceId: source.id, url: source.url, ...(source.title !== undefined && { title: source.title }) };
  }
  if (part.type === "tool-invocation") {
    const call = part.toolInvocation as Record<string, unknown>;
    return { type: `tool-${String(call.toolName)}`, toolCallId: call.toolCallId, state: storedStates[String(call.state)] ?? "input-available", input: call.args, ...(call.state === "result" && { output: call.result }) };
  }
  return undefined;
}

const isPart = (part: unknown): part is Part => typeof part === "object" && part !== null && "type" in part && typeof part.type === "string";
const defined = <T>(value: T | undefined): value is T => value !== undefined;

/** The stored shape (AI SDK 7) in the spec's (AI SDK 4). */
export function toSpecMessage({ id, role, parts: stored, metadata }: Stored): SpecMessage {
  const known = stored.filter(isPart);
  const parts = known.map(toSpecPart).filter(defined);
  const { createdAt, ...annotation } = metadata;
  return {
    id,
    role,
    content: known.flatMap((part) => (part.type === "text" ? [String(part.text)] : [])).join(""),
    parts,
    toolInvocations: parts.flatMap((part) => (part.type === "tool-invocation" ? [part.toolInvocation as Record<string, unknown>] : [])),
    experimental_attachments: known.flatMap((part) => (part.type === "file" ? [{ name: String(part.filename ?? "file"), url: String(part.url), contentType: String(part.mediaType) }] : [])),
    createdAt: String(createdAt ?? ""),
    annotations: [annotation],
    actions: known.flatMap((part) => (part.type === "data-action" ? [part.data as Action] : [])),
  };
}

/** And back: nothing that the stored shape holds is lost on the way there and here. */
export function fromSpecMessage({ id, role, parts, createdAt, annotations, actions }: SpecMessage): Stored {
  const stored = parts.filter(isPart).map(fromSpecPart).filter(defined);
  return { id, role, parts: [...stored, ...actions.map((data) => ({ type: "data-action", id: data.id, data }))], metadata: { ...annotations[0], ...(createdAt && { createdAt }) } };
}
