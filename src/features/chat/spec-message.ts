import { type Action, isActionType } from "@/engines/protocol/schema";

/** A chat message in the shape of 2-builder.md §3 and AI SDK 4, for REST clients. */
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

const toolStates: Record<string, string> = {
  "input-streaming": "partial-call",
  "input-available": "call",
  "output-available": "result",
  "output-error": "result",
};
const storedStates: Record<string, string> = {
  "partial-call": "input-streaming",
  call: "input-available",
  result: "output-available",
};

/** A plan as a tool call, like actions: AI SDK 4 has no data parts. */
const planTool = "propose_plan";

function toSpecPart(part: Part): Record<string, unknown> | undefined {
  if (part.type === "text" || part.type === "step-start") return part;
  if (part.type === "data-action") return actionCall(part.data as Action);
  if (part.type === "reasoning")
    return { type: "reasoning", reasoning: part.text, details: [{ type: "text", text: part.text }] };
  if (part.type === "source-url")
    return {
      type: "source",
      source: {
        sourceType: "url",
        id: part.sourceId,
        url: part.url,
        ...(part.title !== undefined && { title: part.title }),
      },
    };
  if (part.type === "file")
    return {
      type: "file",
      mimeType: part.mediaType,
      data: part.url,
      ...(part.filename !== undefined && { filename: part.filename }),
    };
  if (part.type === "data-plan")
    return {
      type: "tool-invocation",
      toolInvocation: { state: "call", toolCallId: part.id, toolName: planTool, args: part.data },
    };
  if (part.type.startsWith("tool-")) {
    const isDone = part.state === "output-available" || part.state === "output-error";
    return {
      type: "tool-invocation",
      toolInvocation: {
        state: toolStates[String(part.state)] ?? "call",
        toolCallId: part.toolCallId,
        toolName: part.type.slice(5),
        args: part.input,
        ...(isDone &&
          (part.state === "output-error" ? { result: part.errorText, isError: true } : { result: part.output })),
      },
    };
  }
  return undefined;
}

/** An action as a tool call in its place among the text: AI SDK 4 has no data parts. */
function actionCall({ id, type, content, isComplete, isTruncated, ...named }: Action): Record<string, unknown> {
  const state = isComplete || isTruncated ? "result" : "partial-call";
  return {
    type: "tool-invocation",
    toolInvocation: {
      state,
      toolCallId: id,
      toolName: type,
      args: { ...named, content },
      ...(state === "result" && { result: { isComplete, isTruncated } }),
    },
  };
}

function callAction({ toolCallId, toolName, args, result }: Record<string, unknown>): Part {
  const data = {
    id: toolCallId,
    type: toolName,
    ...(args as Record<string, unknown>),
    isComplete: false,
    isTruncated: false,
    ...(result as Record<string, unknown> | undefined),
  };
  return { type: "data-action", id: toolCallId, data };
}

function fromSpecPart(part: Part): Part | undefined {
  if (part.type === "text" || part.type === "step-start") return part;
  if (part.type === "reasoning") return { type: "reasoning", text: part.reasoning };
  if (part.type === "file")
    return {
      type: "file",
      mediaType: part.mimeType,
      url: part.data,
      ...(part.filename !== undefined && { filename: part.filename }),
    };
  if (part.type === "source") {
    const source = part.source as Record<string, unknown>;
    return {
      type: "source-url",
      sourceId: source.id,
      url: source.url,
      ...(source.title !== undefined && { title: source.title }),
    };
  }
  if (part.type === "tool-invocation") {
    const call = part.toolInvocation as Record<string, unknown>;
    if (isActionType(call.toolName)) return callAction(call);
    if (call.toolName === planTool) return { type: "data-plan", id: call.toolCallId, data: call.args };
    if (call.isError === true)
      return {
        type: `tool-${String(call.toolName)}`,
        toolCallId: call.toolCallId,
        state: "output-error",
        input: call.args,
        errorText: call.result,
      };
    return {
      type: `tool-${String(call.toolName)}`,
      toolCallId: call.toolCallId,
      state: storedStates[String(call.state)] ?? "input-available",
      input: call.args,
      ...(call.state === "result" && { output: call.result }),
    };
  }
  return undefined;
}

const isPart = (part: unknown): part is Part =>
  typeof part === "object" && part !== null && "type" in part && typeof part.type === "string";
const textOf = (value: unknown, otherwise = "") => (typeof value === "string" ? value : otherwise);
const defined = <T>(value: T | undefined): value is T => value !== undefined;

/** Converts the stored shape (AI SDK 7) to the spec's (AI SDK 4). */
export function toSpecMessage({ id, role, parts: stored, metadata }: Stored): SpecMessage {
  const known = stored.filter(isPart);
  const parts = known.map(toSpecPart).filter(defined);
  const { createdAt, ...annotation } = metadata;
  return {
    id,
    role,
    content: known.flatMap((part) => (part.type === "text" ? [String(part.text)] : [])).join(""),
    parts,
    toolInvocations: parts.flatMap((part) =>
      part.type === "tool-invocation" ? [part.toolInvocation as Record<string, unknown>] : [],
    ),
    experimental_attachments: known.flatMap((part) =>
      part.type === "file"
        ? [{ name: textOf(part.filename, "file"), url: textOf(part.url), contentType: textOf(part.mediaType) }]
        : [],
    ),
    createdAt: textOf(createdAt),
    annotations: [annotation],
    actions: known.flatMap((part) => (part.type === "data-action" ? [part.data as Action] : [])),
  };
}

/** The inverse; the round trip is lossless. */
export function fromSpecMessage({ id, role, parts, createdAt, annotations }: SpecMessage): Stored {
  return {
    id,
    role,
    parts: parts.filter(isPart).map(fromSpecPart).filter(defined),
    metadata: { ...annotations[0], ...(createdAt && { createdAt }) },
  };
}
