import type { Picked } from "@/features/runtime/schema";

/** A prompt with its uploaded attachments. */
export type Prompt = {
  id: string;
  content: string;
  attachments: PromptAttachment[];
  element?: Picked | undefined;
  /** The answer is to be a plan. */
  isPlanFirst?: boolean | undefined;
};
export type PromptAttachment = { name: string; url: string; contentType: string };

/** Queued prompts. `isPaused` after a failure: nothing is sent until a person resumes. */
export type PromptQueue = { prompts: Prompt[]; isPaused: boolean };

export const emptyQueue: PromptQueue = { prompts: [], isPaused: false };

export type QueueAction =
  | { type: "add"; prompt: Prompt }
  | { type: "edit"; id: string; content: string }
  | { type: "remove"; id: string }
  | { type: "move"; id: string; by: -1 | 1 }
  | { type: "sent"; id: string }
  /** A prompt that could not be sent returns to the head of the queue; after a failure the queue pauses. */
  | { type: "return"; prompt: Prompt; isPaused: boolean }
  | { type: "pause" }
  | { type: "resume" };

export function queuePrompts(queue: PromptQueue, action: QueueAction): PromptQueue {
  const { prompts } = queue;
  switch (action.type) {
    case "add":
      return { ...queue, prompts: [...prompts, action.prompt] };
    case "edit":
      return {
        ...queue,
        prompts: prompts.map((prompt) => (prompt.id === action.id ? { ...prompt, content: action.content } : prompt)),
      };
    case "remove":
    case "sent": {
      const rest = prompts.filter((prompt) => prompt.id !== action.id);
      return { prompts: rest, isPaused: queue.isPaused && rest.length > 0 };
    }
    case "move": {
      const from = prompts.findIndex((prompt) => prompt.id === action.id);
      const to = from + action.by;
      const moved = prompts[from];
      const other = prompts[to];
      if (!moved || !other) return queue;
      return { ...queue, prompts: prompts.with(from, other).with(to, moved) };
    }
    case "return":
      return {
        prompts: [action.prompt, ...prompts.filter(({ id }) => id !== action.prompt.id)],
        isPaused: queue.isPaused || action.isPaused,
      };
    // An empty queue cannot be paused.
    case "pause":
      return { ...queue, isPaused: prompts.length > 0 };
    case "resume":
      return { ...queue, isPaused: false };
  }
}

/** The next prompt to send, if any. */
export const nextPrompt = (queue: PromptQueue, isBusy: boolean): Prompt | undefined =>
  isBusy || queue.isPaused ? undefined : queue.prompts[0];

let made = 0;

/** Ids only distinguish prompts of one browser; `crypto.randomUUID` is missing on plain http. */
export function newPrompt(
  content: string,
  attachments: PromptAttachment[] = [],
  { element, isPlanFirst }: Pick<Prompt, "element" | "isPlanFirst"> = {},
): Prompt {
  made += 1;
  const id = `p${Date.now().toString(36)}-${made}`;
  return { id, content, attachments, ...(element && { element }), ...(isPlanFirst && { isPlanFirst }) };
}
