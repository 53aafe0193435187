import { describe, expect, it } from "vitest";
import { HeldKeys, press, type Stroke } from "@/features/grid/ui/held-keys";

const stroke = (key: string): Stroke => ({
  key,
  code: "",
  keyCode: 0,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
});
const keep = (keys: HeldKeys, text: string) => text.split("").forEach((key) => keys.keep(stroke(key)));

describe("Keys that are held", () => {
  it("are pressed in their order when what they are meant for is there, and wait again when one of them opens something else", async () => {
    const pressed: string[] = [];
    let release = () => undefined as void;
    const keys: HeldKeys = new HeldKeys(({ key }) => {
      pressed.push(key);
      if (key === "!") void keys.hold(new Promise((resolve) => (release = () => resolve(true))));
    });
    const first = keys.hold(Promise.resolve(true));
    keep(keys, "ab!cd");
    await first;
    expect(pressed.join("")).toBe("ab!");
    expect(keys.isHolding).toBe(true);
    keep(keys, "e");
    release();
    await expect.poll(() => pressed.join("")).toBe("ab!cde");
    await expect.poll(() => keys.isHolding).toBe(false);
  });

  it("are forgotten when it never comes", async () => {
    const pressed: string[] = [];
    const keys = new HeldKeys(({ key }) => void pressed.push(key));
    const held = keys.hold(Promise.resolve(false));
    keep(keys, "abc");
    await held;
    expect(pressed).toEqual([]);
    expect(keys.isHolding).toBe(false);
  });

  it("go to what has the focus, and do there what the browser would have done unless somebody took them", () => {
    const field = document.body.appendChild(document.createElement("input"));
    field.focus();
    const heard: string[] = [];
    field.addEventListener("keydown", (event) => {
      heard.push(event.key);
      if (event.key === "Enter") event.preventDefault();
    });
    const commands: string[] = [];
    document.execCommand = (command, _ui, text) => commands.push(`${command} ${text ?? ""}`) > 0;
    for (const key of ["a", "Backspace", "Enter"]) press(stroke(key));
    expect(heard).toEqual(["a", "Backspace", "Enter"]);
    expect(commands).toEqual(["insertText a", "delete "]);
    field.remove();
  });
});
