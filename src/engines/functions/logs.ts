import "server-only";
import type { RuntimeLine } from "./app-process";
import { functionLimits, type FunctionCode, type LogLine } from "./schema";
import { StackLines } from "./stack-lines";

const levels = ["log", "info", "debug", "warn", "error"] as const;

/** Shorter secrets are not redacted: "1" or "true" would blank out half of every line. */
const redactedFrom = 6;

/** A secret's lines of this length are redacted on their own: private keys are often logged line by line. */
const lineFrom = 12;

/** Forms in which a secret may appear: as it is, JSON-escaped, and its single lines. */
function formsOf(secret: string): string[] {
  if (secret.length < redactedFrom) return [];
  const lines = secret
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line.length >= lineFrom);
  return [secret, ...lines].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
}

/** The newest log lines of one app, for the Run panel. In memory only, with secrets redacted. */
export class AppLog {
  #lines: LogLine[] = [];
  #listeners = new Set<(line: LogLine) => void>();
  #number = 0;
  #secrets: string[] = [];
  #stacks = new StackLines();

  /** The functions whose stacks are told by the lines of their files. */
  follows(functions: FunctionCode[]): void {
    this.#stacks.follow(functions);
  }

  /** Sets the secrets to redact, longest first, so that one that contains another leaves no rest. */
  hide(secrets: Record<string, string>): void {
    this.#secrets = [...new Set([...Object.values(secrets).flatMap(formsOf), ...this.#secrets])].sort(
      (a, b) => b.length - a.length,
    );
  }

  /** A text without the secrets in it. */
  redact(text: string): string {
    return this.#secrets.reduce((left, secret) => left.replaceAll(secret, "•••"), text);
  }

  /** Takes a line of the process: a function's, or the runtime's when it concerns the function's author. */
  take({ level, message, isOurs }: RuntimeLine): void {
    if (!isOurs) {
      const text = /blocked by restrictPeers/.test(message)
        ? "A connection to a private or local network address was refused"
        : /uncaught exception|failed to|JavaScript heap/i.test(message)
          ? message.split("\nstack:")[0]!
          : undefined;
      if (text) this.add("error", text);
      return;
    }
    const [, name, call, text] = /^«([\w-]+) (\w+)» (.*)$/s.exec(message) ?? [];
    this.add(
      levels.find((one) => one === level) ?? "log",
      text ?? message,
      name === undefined ? {} : { function: name, call: call! },
    );
  }

  add(level: LogLine["level"], text: string, by: { function?: string; call?: string } = {}): void {
    const line: LogLine = {
      number: (this.#number += 1),
      at: new Date().toISOString(),
      level,
      ...by,
      text: this.redact(this.#stacks.tell(text)).slice(0, functionLimits.logLineCharacters),
    };
    this.#lines.push(line);
    if (this.#lines.length > functionLimits.logLines)
      this.#lines.splice(0, this.#lines.length - functionLimits.logLines);
    for (const listener of this.#listeners) listener(line);
  }

  /** Lines after a number, oldest first. */
  after(number = 0): LogLine[] {
    return this.#lines.filter((line) => line.number > number);
  }

  get isEmpty(): boolean {
    return this.#lines.length === 0;
  }

  get isFollowed(): boolean {
    return this.#listeners.size > 0;
  }

  follow(listener: (line: LogLine) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
