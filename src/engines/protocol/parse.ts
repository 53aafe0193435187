import type { FinishReason } from "@/engines/model/schema";
import { isAfterword, lookaheadMax } from "./ending";
import { mergeContinuation } from "./resume";
import type { Action, ParserEvent } from "./schema";
import { mayBecomeTag, readClosing, readOpening, tagLengthMax, type OpeningTag } from "./tag";

type Line = { text: string; end: number };
type Verdict = "tag" | "body" | "wait";

/**
 * Splits a streamed reply into prose and actions (docs/protocol.md). Events are the same under any chunking, apart from
 * where text and deltas are cut; a pair of surrogates is never cut. What an action's deltas give is always a prefix of
 * its body, so a reply that stops inside a tag leaves no half tag in a file.
 *
 * Only what may still become a tag is held back: at most one line break and `tagLengthMax` characters of one line (two
 * after a plain `</action>`), however long the reply is.
 */
export class ActionParser {
  #held = "";
  /**
   * Whether `#held` begins at the start of a line. Inside an action a line break is held too, so this says: right after
   * the tag.
   */
  #isLineStart = true;
  #open: (Pick<Action, "id" | "type" | "file"> & { echo: string; body: string }) | null = null;
  #resumed: Pick<Action, "id" | "content"> | undefined;
  #ids = new Set<string>();
  #events: ParserEvent[] = [];

  /**
   * Given a truncated action, the parser starts inside it: the first deltas continue that action ("Let's keep going").
   */
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

  /**
   * Ends the reply. An action that is still open is closed as truncated, whatever the reason; half a tag is not a word
   * of the prose.
   */
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

  /** Consumes all of `text` that can be decided; `finish` is null while more may come. */
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

  /** The next place from which a tag may start: a "<" at the start of a line. */
  #nextCandidate(text: string, from: number, sent: number): number {
    if (this.#isLineStart && from === sent && text.charCodeAt(from) === 60) return from;
    // The search may begin on the line break right before `from`, which is where a failed candidate left off.
    const at = text.indexOf("\n<", from);
    return at < 0 ? -1 : at + 1;
  }

  /** Whether a whole line that begins with "<" is a tag here, or belongs to what is open. */
  #judge(text: string, start: number, line: Line, at: { sent: number; finish: FinishReason | null }): Verdict {
    const { sent, finish } = at;
    if (readOpening(line.text)) return "tag";
    // At the end of the reply, half a tag is neither a tag nor a part of the file, nor, when the reply was cut, a word
    // of the prose.
    const isLast = finish !== null && line.end === text.length && !text.endsWith("\n");
    const isHalf = isLast && mayBecomeTag(text, start);
    if (!this.#open) return isHalf && finish !== "stop" ? "wait" : "body";
    const echo = readClosing(line.text);
    if (echo === "") return this.#judgePlain(text, line.end, { body: text.slice(sent, start), finish });
    if (echo !== null && echo === this.#open.echo) return "tag";
    return isHalf ? "wait" : "body";
  }

  /** A plain `</action>` closes only when a tag, the end, or what reads as words after the action follows. */
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
    // A line that the reply's cut ends says nothing yet.
    const isWhole = text.indexOf("\n", start) >= 0 || finish === "stop";
    if (!isWhole && text.length - start < lookaheadMax) return "wait";
    const next = /^[^\n]*/.exec(text.slice(start, start + lookaheadMax))![0];
    const open = this.#open!;
    const before = this.#resumed?.id === open.id ? mergeContinuation(this.#resumed.content, open.body) : open.body;
    return isAfterword({ type: open.type, file: open.file, body: before + body }, next, start > after) ? "tag" : "body";
  }

  /** Passes a tag's line and gives the position after it. */
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
    for (let count = 2; this.#ids.has(id); count++) id = `${base}-${count}`;
    this.#ids.add(id);
    return id;
  }

  #hold(text: string, sent: number, from: number, isLineStart: boolean): void {
    this.#emit(text.slice(sent, from));
    this.#held = text.slice(from);
    this.#isLineStart = isLineStart;
  }

  /** Sends the rest, except what the next chunk could turn into a tag's line break or into a whole character. */
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

/** Reads a whole reply at once: its prose without the tag lines, and its actions in order. */
export function parseReply(reply: string, finishReason: FinishReason = "stop"): { text: string; actions: Action[] } {
  const parser = new ActionParser();
  return collect([...parser.push(reply), ...parser.end(finishReason)]);
}

/** Folds events into prose and actions. */
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

/** The line at `start` with the position after its break; undefined while the line goes on. */
function lineAt(text: string, start: number, isEnd: boolean): Line | undefined {
  const at = text.indexOf("\n", start);
  if (at < 0 && !isEnd) return undefined;
  const stop = at < 0 ? text.length : at;
  return { text: stop - start > tagLengthMax ? "" : text.slice(start, stop), end: at < 0 ? stop : at + 1 };
}

/** Where the line break before `start` begins, not before `floor`. */
function breakBefore(text: string, start: number, floor: number): number {
  let at = start;
  if (at > floor && text.charCodeAt(at - 1) === 10) at--;
  if (at < start && at > floor && text.charCodeAt(at - 1) === 13) at--;
  return at;
}
