import "server-only";
import type { OwnedApp } from "@/db/scope";
import { log as writeLog } from "@/engines/log";
import type { ModelUsage } from "@/engines/model/schema";
import type { ParserEvent } from "@/engines/protocol/schema";
import { addUsage } from "./add-usage";
import type { TurnLog } from "./log";
import { eventOf, type MessagePart, takeEvent, type TurnEventName } from "./message";
import { updateMessage } from "./store";

/** A message grows with every action: to store all of it each time would cost the square of its length. */
const messageEveryMs = 1_000;

/**
 * The assistant's message while it grows: every event goes into its parts, and to the followers through the turn's log.
 */
export class Answer {
  parts: MessagePart[] = [];
  usage: ModelUsage | undefined;
  /** It ends in the middle, after all continuations. */
  isCut = false;
  /** Titles of the pages that the answer goes by, by their addresses. */
  readonly #sources = new Map<string, string>();
  #saving: Promise<void> = Promise.resolve();
  #nextSave = 0;

  constructor(
    private readonly scope: OwnedApp,
    private readonly messageId: string,
    private readonly log: TurnLog,
  ) {}

  tell(name: TurnEventName, data: Record<string, unknown>): void {
    this.parts = takeEvent(this.parts, name, data);
    this.log.emit(name, data);
  }

  /** One event of the parser. When an action ends, it goes to the database at once. */
  take(event: ParserEvent): void {
    const { name, data } = eventOf(event);
    this.tell(name, data);
    if (event.kind === "close") this.#saving = this.#save(this.#saving);
  }

  addSource(url: string, title: string): void {
    this.#sources.set(url, title);
  }

  addCost(usage: ModelUsage): void {
    this.usage = addUsage(this.usage, usage);
  }

  /** Removes actions, for what was sent again. The followers see it when the turn is done. */
  drop(actionIds: ReadonlySet<string>): void {
    this.parts = this.parts.filter((part) => part.type !== "data-action" || !actionIds.has(part.id));
  }

  /**
   * Waits for what is being stored, and names the sources below the text: a service repeats them with every sentence.
   */
  async end(): Promise<void> {
    await this.#saving;
    for (const [url, title] of this.#sources) this.tell("source", { url, title });
  }

  /**
   * The events first: after a crash they say what was finished, and a message that said more would take it back
   * (`recoverTurns`).
   */
  async #save(before: Promise<void>): Promise<void> {
    try {
      await Promise.all([before, this.log.flush()]);
      if (performance.now() < this.#nextSave) return;
      this.#nextSave = performance.now() + messageEveryMs;
      await updateMessage(this.scope, this.messageId, { parts: this.parts });
    } catch (error) {
      writeLog("warn", "turn-message", { error });
    }
  }
}
