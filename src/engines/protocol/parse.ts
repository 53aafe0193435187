import type { FinishReason } from "@/engines/model/schema";
import { isAfterword, lookaheadMax } from "./ending";
import { mergeContinuation } from "./resume";
import type { Action, ParserEvent } from "./schema";
import { mayBecomeTag, readClosing, readOpening, tagLengthMax, type OpeningTag } from "./tag";

type Line = { text: string; end: number };
type Verdict = "tag" | "body" | "wait";

/**
 * Incremental parser that splits a reply into prose and actions (docs/protocol.md). The result is independent of
 * chunking, apart from where text and deltas are split; a surrogate pair never is. An action's deltas always form a
 * prefix of its body, so that a reply cut inside a tag leaves no partial tag in a file.
 *
 * Bounded lookahead: only what may still become a tag is held back, at most one line break and `tagLengthMax`
 * characters of one line (two after a plain `</action>`).
 */
export class ActionParser {
  #held = "";
  /**
   * Whether `#held` begins at the start of a line. Inside an action a line break is held too, so there it means: right
   * after the tag.
   */
  #isLineStart = true;
  #open: (Pick<Action, "id" | "type" | "file"> & { echo: string; body: string }) | null = null;
  #resumed: Pick<Action, "id" | "content"> | undefined;
  #ids = new Set<string>();
  /** The last number that an id was given because it repeats: a model may give all of its actions the same. */
  #repeats = new Map<string, number>();
  #events: ParserEvent[] = [];

  /** Given a truncated action, resumes inside it: the first deltas continue that action ("Let's keep going"). */
  constructor(resumed?: Pick<Action, "id" | "type" | "file" | "content">) {
    if (!resumed) return;
    this.#resumed = resumed;
    this.#open = { id: resumed.id, type: resumed.type, file: resumed.file, echo: resumed.id, body: "" };
    this.#ids.add(resumed.id);
  }

  push(chunk: string): ParserEvent[] {
    this.#read(this.#held + chunk, null);
    return this.#take();
  }

  /** Ends the reply. An open action is closed as truncated; a partial tag is dropped from the prose. */
  end(finishReason: FinishReason): ParserEvent[] {
    this.#read(this.#held, finishReason);
    if (this.#open) this.#close(false);
    this.#held = "";
    return this.#take();
  }

  #take(): ParserEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** Consumes as much of `text` as is decidable; `finish` is null while more may come. */
  #read(text: string, finish: FinishReason | null): void {
    let sent = 0;
    let from = 0;
    for (;;) {
      const start = this.#nextCandidate(text, from, sent);
      if (start < 0) return this.#holdTail(text, sent, finish !== null);
      const line = lineAt(text, start, finish !== null);
      const lead = this.#open ? breakBefore(text, start, sent) : start;
      const verdict: Verdict = line
        ? this.#judge(text, start, line, { sent, finish })
        : mayBecomeTag(text, start)
          ? "wait"
          : "body";
      if (verdict === "wait") return this.#hold(text, sent, lead, lead === start);
      if (verdict === "tag" && line) {
        this.#emit(text.slice(sent, lead));
        sent = this.#enter(line);
        this.#isLineStart = true;
        from = sent;
      } else from = start + 1;
    }
  }

  /** The next position where a tag may start: "<" at the start of a line. */
  #nextCandidate(text: string, from: number, sent: number): number {
    if (this.#isLineStart && from === sent && text.charCodeAt(from) === 60) return from;
    // Start the search at the line break before `from`, where a failed candidate left off.
    const at = text.indexOf("\n<", from);
    return at < 0 ? -1 : at + 1;
  }

  /** Whether a complete line starting with "<" is a tag here, or content of the open action. */
  #judge(text: string, start: number, line: Line, at: { sent: number; finish: FinishReason | null }): Verdict {
    const { sent, finish } = at;
    if (readOpening(line.text)) return "tag";
    // At the reply's end a partial tag belongs neither to the file nor, in a cut reply, to the prose.
    const isLast = finish !== null && line.end === text.length && !text.endsWith("\n");
    const isHalf = isLast && mayBecomeTag(text, start);
    if (!this.#open) return isHalf && finish !== "stop" ? "wait" : "body";
    const echo = readClosing(line.text);
    if (echo === "") return this.#judgePlain(text, line.end, { body: text.slice(sent, start), finish });
    if (echo !== null && echo === this.#open.echo) return "tag";
    return isHalf ? "wait" : "body";
  }

  /** A plain `</action>` closes only before another tag, the end, or prose. */
  #judgePlain(text: string, after: number, { body, finish }: { body: string; finish: FinishReason | null }): Verdict {
    const gap = /[^\s]/.exec(text.slice(after, after + tagLengthMax));
    if (!gap) {
      if (text.length - after >= tagLengthMax) return "body";
      return finish === "stop" ? "tag" : "wait";
    }
    const start = after + gap.index;
    if (start > after && text.charCodeAt(start - 1) !== 10) return "body";
    const line = lineAt(text, start, finish !== null);
    if (text[start] === "<") {
      if (line && readOpening(line.text)) return "tag";
      return mayBecomeTag(text, start) && (!line || (finish !== null && line.end === text.length)) ? "wait" : "body";
    }
    // A line that was cut proves nothing.
    const isWhole = text.indexOf("\n", start) >= 0 || finish === "stop";
    if (!isWhole && text.length - start < lookaheadMax) return "wait";
    const next = /^[^\n]*/.exec(text.slice(start, start + lookaheadMax))![0];
    const open = this.#open!;
    const before = this.#resumed?.id === open.id ? mergeContinuation(this.#resumed.content, open.body) : open.body;
    return isAfterword({ type: open.type, file: open.file, body: before + body }, next, start > after) ? "tag" : "body";
  }

  /** Processes a tag's line. @returns the position after it */
  #enter(line: Line): number {
    const tag = readOpening(line.text);
    if (this.#open) this.#close(tag === null);
    if (tag) this.#begin(tag);
    return line.end;
  }

  #begin({ echo, isSelfClosed, ...tag }: OpeningTag): void {
    const id = this.#uniqueId(echo);
    this.#open = { id, type: tag.type, file: tag.file, echo, body: "" };
    this.#events.push({ kind: "open", action: { id, ...tag } });
    if (isSelfClosed) this.#close(true);
  }

  #close(isComplete: boolean): void {
    this.#events.push({ kind: "close", id: this.#open!.id, isComplete, isTruncated: !isComplete });
    this.#open = null;
  }

  #uniqueId(echo: string): string {
    const base = echo || `action-${this.#ids.size + 1}`;
    let id = base;
    let count = this.#repeats.get(base) ?? 1;
    while (this.#ids.has(id)) id = `${base}-${(count += 1)}`;
    if (count > 1) this.#repeats.set(base, count);
    this.#ids.add(id);
    return id;
  }

  #hold(text: string, sent: number, from: number, isLineStart: boolean): void {
    this.#emit(text.slice(sent, from));
    this.#held = text.slice(from);
    this.#isLineStart = isLineStart;
  }

  /** Emits the rest, but holds what the next chunk could make part of a tag's line break or of a surrogate pair. */
  #holdTail(text: string, sent: number, isEnd: boolean): void {
    let keep = text.length;
    const last = text.charCodeAt(keep - 1);
    if (keep > sent && last >= 0xd800 && last < 0xdc00) keep--;
    else if (this.#open && keep > sent && last === 13) keep--;
    else if (this.#open && keep > sent && last === 10) keep = breakBefore(text, keep, sent);
    if (isEnd && !this.#open) keep = text.length;
    if (keep > sent) this.#isLineStart = !this.#open && text.charCodeAt(keep - 1) === 10;
    this.#emit(text.slice(sent, keep));
    this.#held = text.slice(keep);
  }

  #emit(text: string): void {
    if (text === "") return;
    if (this.#open) this.#open.body += text;
    this.#events.push(this.#open ? { kind: "delta", id: this.#open.id, text } : { kind: "text", text });
  }
}

/** Parses a complete reply: prose without tag lines, and actions in order. */
export function parseReply(reply: string, finishReason: FinishReason = "stop"): { text: string; actions: Action[] } {
  const parser = new ActionParser();
  return collect([...parser.push(reply), ...parser.end(finishReason)]);
}

/** Reduces events to prose and actions. */
export function collect(events: Iterable<ParserEvent>): { text: string; actions: Action[] } {
  let text = "";
  const actions = new Map<string, Action>();
  for (const event of events) {
    if (event.kind === "text") text += event.text;
    else if (event.kind === "open")
      actions.set(event.action.id, { ...event.action, content: "", isComplete: false, isTruncated: false });
    else {
      const action = actions.get(event.id);
      if (!action) continue;
      if (event.kind === "delta") action.content += event.text;
      else Object.assign(action, { isComplete: event.isComplete, isTruncated: event.isTruncated });
    }
  }
  return { text, actions: [...actions.values()] };
}

/** The line at `start` with the position after its break; undefined while it is incomplete. */
function lineAt(text: string, start: number, isEnd: boolean): Line | undefined {
  const at = text.indexOf("\n", start);
  if (at < 0 && !isEnd) return undefined;
  const stop = at < 0 ? text.length : at;
  return { text: stop - start > tagLengthMax ? "" : text.slice(start, stop), end: at < 0 ? stop : at + 1 };
}

/** Start of the line break before `start`, at least `floor`. */
function breakBefore(text: string, start: number, floor: number): number {
  let at = start;
  if (at > floor && text.charCodeAt(at - 1) === 10) at--;
  if (at < start && at > floor && text.charCodeAt(at - 1) === 13) at--;
  return at;
}
