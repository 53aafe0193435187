/** A key as it was pressed, to be pressed again. */
export type Stroke = Pick<KeyboardEvent, "key" | "code" | "keyCode" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** The next task: by then React has drawn what the last key changed. */
const nextTask = () => new Promise<void>((resolve) => void window.setTimeout(resolve));

const isLetter = ({ key, ctrlKey, metaKey }: Stroke) => /^.$/u.test(key) && !ctrlKey && !metaKey;

/**
 * Presses a key where the focus is. What the browser does by itself with a pressed key, it does not do with one that a
 * script presses.
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
  // Deprecated without a successor: nothing else types into a field that a library formats.
  if (isLetter(stroke)) document.execCommand("insertText", false, key);
  else if (key === "Enter" && target instanceof HTMLTextAreaElement) document.execCommand("insertText", false, "\n");
  else if (key === "Backspace") document.execCommand("delete");
}

/** Keeps keys while something is on its way that they are meant for, then presses them one by one, in their order. */
export class HeldKeys {
  #strokes: Stroke[] = [];
  #holds = 0;
  #isPressing = false;

  constructor(private readonly press: (stroke: Stroke) => void) {}

  /** Whether a key that is pressed now has to wait for others, or for what they are meant for. */
  get isHolding(): boolean {
    return this.#holds > 0 || this.#isPressing;
  }

  keep(stroke: Stroke): void {
    this.#strokes.push(stroke);
  }

  /**
   * @param until settles when the keys can go on, true; or will never find what they were meant for, false: then they
   *   are forgotten
   */
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
