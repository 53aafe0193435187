import "server-only";
import { log as writeLog } from "@/engines/log";
import type { ModelUsage } from "@/engines/model/schema";
import { type PlanPiece, PlanReader } from "@/engines/protocol/plan";
import type { ParserEvent } from "@/engines/protocol/schema";
import { addUsage } from "./add-usage";
import type { Work } from "./check-work";
import type { TurnLog } from "./log";
import { eventOf, type MessagePart, takeEvent, type TurnEventName } from "./message";

/**
 * The assistant's growing message: applies each event to its parts and writes it to the turn's log. It is stored as a
 * message when the turn ends: storing all of it with every action would cost quadratic time.
 */
export class Answer {
  parts: MessagePart[] = [];
  usage: ModelUsage | undefined;
  /** It is still incomplete after all continuations. */
  isCut = false;
  /** The last check of its work, and how often the model was given findings to mend. */
  work: Work | undefined;
  mended = 0;
  /** Takes a plan out of the prose; absent where the person wants none. */
  readonly #plan: PlanReader | undefined;
  /** Titles of the cited web pages by URL. */
  readonly #sources = new Map<string, string>();

  constructor(
    private readonly log: TurnLog,
    { mayPlan = false }: { mayPlan?: boolean } = {},
  ) {
    this.#plan = mayPlan ? new PlanReader() : undefined;
  }

  tell(name: TurnEventName, data: Record<string, unknown>): void {
    if (name !== "text" && name !== "plan" && this.#plan) this.#sayAll(this.#plan.release());
    this.parts = takeEvent(this.parts, name, data);
    this.log.emit(name, data);
  }

  /** Takes one parser event. The end of an action is flushed to the database at once. */
  take(event: ParserEvent): void {
    if (event.kind === "text" && this.#plan) return this.#sayAll(this.#plan.push(event.text));
    const { name, data } = eventOf(event);
    this.tell(name, data);
    if (event.kind === "close")
      void this.log.flush().catch((error: unknown) => writeLog("warn", "turn-log", { error }));
  }

  #sayAll(pieces: PlanPiece[]): void {
    for (const piece of pieces)
      if (piece.kind === "text") this.tell("text", { text: piece.text });
      else this.tell("plan", piece.plan);
  }

  addSource(url: string, title: string): void {
    this.#sources.set(url, title);
  }

  addCost(usage: ModelUsage): void {
    this.usage = addUsage(this.usage, usage);
  }

  /** Removes actions that were sent again. Followers see it when the turn is done. */
  drop(actionIds: ReadonlySet<string>): void {
    this.parts = this.parts.filter((part) => part.type !== "data-action" || !actionIds.has(part.id));
  }

  /** Appends the cited sources once: some services repeat them with every sentence. */
  end(): void {
    if (this.#plan) this.#sayAll(this.#plan.end());
    for (const [url, title] of this.#sources) this.tell("source", { url, title });
  }
}
