import "server-only";
import type { ModelMessage, ToolModelMessage } from "ai";
import { fence } from "@/engines/model/fence";
import type { ToolCall } from "@/engines/model/schema";
import { inspect, type Sight } from "@/features/inspections/inspect";
import { callsMax, keptCharactersMax, roundsMax, totalCharactersMax } from "@/features/inspections/schema";
import type { Answer } from "./answer";
import type { Heard } from "./hear";

const refusals = {
  often: "You have looked as often as one request allows. Answer now, with what you know.",
  much: "You have been shown as much as one request allows. Answer now, with what you know.",
};

/** Answers a turn's calls of tools, within its limits, and shows each in the message. */
export class Looker {
  #calls = 0;
  #rounds = 0;
  #characters = 0;

  constructor(
    private readonly answer: Answer,
    /** The app with the turn's finished actions. */
    private readonly sight: () => Sight,
  ) {}

  /** Replies that did nothing but look, in spite of being told to answer. */
  get isExhausted(): boolean {
    return this.#rounds > roundsMax + 1;
  }

  /** @returns the reply and the answers to its calls, as messages of the next call */
  async answerCalls({ calls, messages }: Heard): Promise<ModelMessage[]> {
    this.#rounds += 1;
    const sight = this.sight();
    // Shown at once, answered in order: all of them look at the same files.
    const named = calls.map((call) => ({ ...call, shownId: this.#show(call) }));
    const content: ToolModelMessage["content"] = [];
    for (const call of named) {
      const value = await this.#answerCall(call, sight);
      content.push({ type: "tool-result", toolCallId: call.id, toolName: call.name, output: { type: "text", value } });
    }
    return [...messages, { role: "tool", content }];
  }

  #show({ name, input }: ToolCall): string {
    this.#calls += 1;
    const id = `look-${this.#calls}`;
    this.answer.tell("tool-call", { id, name, input: typeof input === "object" && input !== null ? input : {} });
    return id;
  }

  async #answerCall(
    { name, input, fault, shownId: id }: ToolCall & { shownId: string },
    sight: Sight,
  ): Promise<string> {
    const seen = fault === undefined ? await this.#look(name, input, sight) : { fault };
    if ("fault" in seen) {
      this.answer.tell("tool-result", { id, errorText: seen.fault });
      return seen.fault;
    }
    this.#characters += seen.text.length;
    const text = (seen.kept ?? seen.text).slice(0, keptCharactersMax).toWellFormed();
    this.answer.tell("tool-result", { id, output: { summary: seen.summary, text } });
    return fence("app", seen.text);
  }

  async #look(name: string, input: unknown, sight: Sight) {
    if (this.#calls > callsMax || this.#rounds > roundsMax) return { fault: refusals.often };
    if (this.#characters > totalCharactersMax) return { fault: refusals.much };
    return inspect(name, input, sight);
  }
}
