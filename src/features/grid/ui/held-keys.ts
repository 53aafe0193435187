/** A keystroke to replay. */
export type Stroke = Pick<KeyboardEvent, "key" | "code" | "keyCode" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** The next task, after React has rendered the last key's effect. */
const nextTask = () => new Promise<void>((resolve) => void window.setTimeout(resolve));

const isLetter = ({ key, ctrlKey, metaKey }: Stroke) => /^.$/u.test(key) && !ctrlKey && !metaKey;

/**
 * Replays a keystroke at the focused element. Browsers perform no default action for synthetic keys, so typing and the
 * like are done here.
 */
export function press(stroke: Stroke): void {
  const target = document.activeElement ?? document.body;
  const { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey } = stroke;
  const isPrevented = !target.dispatchEvent(
    new KeyboardEvent("keydown", {
      key,
      code,
      keyCode,
      shiftKey,
      ctrlKey,
      metaKey,
      altKey,
      bubbles: true,
      cancelable: true,
    }),
  );
  if (isPrevented || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  // Deprecated without a successor: nothing else types into a field controlled by a library.
  if (isLetter(stroke)) document.execCommand("insertText", false, key);
  else if (key === "Enter" && target instanceof HTMLTextAreaElement) document.execCommand("insertText", false, "\n");
  else if (key === "Backspace") document.execCommand("delete");
}

/** Buffers keystrokes while their target is not ready, then replays them in order. */
export class HeldKeys {
  #strokes: Stroke[] = [];
  #holds = 0;
  #isPressing = false;

  constructor(private readonly press: (stroke: Stroke) => void) {}

  /** Whether new keystrokes must be buffered. */
  get isHolding(): boolean {
    return this.#holds > 0 || this.#isPressing;
  }

  keep(stroke: Stroke): void {
    this.#strokes.push(stroke);
  }

  /** @param until resolves true when keys can be replayed; false drops them */
  async hold(until: Promise<boolean>): Promise<void> {
    this.#holds += 1;
    const hasCome = await until;
    this.#holds -= 1;
    if (!hasCome) this.#strokes = [];
    await this.#pressAll();
  }

  async #pressAll(): Promise<void> {
    if (this.#isPressing) return;
    this.#isPressing = true;
    while (this.#holds === 0 && this.#strokes.length > 0) {
      this.press(this.#strokes.shift()!);
      await nextTask();
    }
    this.#isPressing = false;
  }
}
