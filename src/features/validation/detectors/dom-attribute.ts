import "server-only";
import { inEachFile, isClient, replaceWith, type Detector, type Finding } from "../detector";
import type { Code } from "../code";
import { attributesOf, tagsIn } from "../tree";

const renamed: Record<string, string> = {
  class: "className", for: "htmlFor", tabindex: "tabIndex", readonly: "readOnly", maxlength: "maxLength", minlength: "minLength", colspan: "colSpan", rowspan: "rowSpan",
  autofocus: "autoFocus", autocomplete: "autoComplete", contenteditable: "contentEditable", crossorigin: "crossOrigin", srcset: "srcSet", enctype: "encType", novalidate: "noValidate",
  "stroke-width": "strokeWidth", "stroke-linecap": "strokeLinecap", "stroke-linejoin": "strokeLinejoin", "fill-rule": "fillRule", "clip-rule": "clipRule", "clip-path": "clipPath", "stop-color": "stopColor",
};
const events = ["Click", "Change", "Submit", "Input", "Focus", "Blur", "KeyDown", "KeyUp", "KeyPress", "MouseEnter", "MouseLeave", "MouseDown", "MouseUp", "MouseOver", "MouseMove", "DoubleClick", "Drop", "DragOver", "DragStart", "DragEnd", "Scroll", "Load", "Error"];
const handlers = new Map(events.map((event) => [`on${event.toLowerCase()}`, `on${event}`]));

/** HTML written as HTML instead of JSX: `class`, `onclick`, `style="…"`. The browser shows it without the attribute, or React throws. */
export const domAttribute: Detector = {
  name: "dom-attribute",
  severity: "warning",
  detect: inEachFile(inspect, isClient),
};

function inspect(code: Code): Finding[] {
  return tagsIn(code).flatMap(({ opening, name: tag }) => attributesOf(opening).flatMap(({ name, node, nameNode, value }): Finding[] => {
    const isHost = tag !== undefined && /^[a-z]/.test(tag);
    const right = name === "class" || isHost ? (Object.hasOwn(renamed, name) ? renamed[name] : handlers.get(name)) : undefined;
    if (right) return [{ path: code.path, start: node.start, message: `The attribute ${name} is written ${right} in JSX`, fixes: () => [replaceWith(code.path, nameNode, right, `Wrote ${right} for ${name}`)] }];
    const style = name === "style" && value?.type === "Literal" && typeof value.value === "string" ? value.value : undefined;
    if (style === undefined) return [];
    return [{ path: code.path, start: node.start, message: "The attribute style takes an object, not a text", fixes: () => [replaceWith(code.path, value!, `{{ ${toObject(style)} }}`, "Wrote the style as an object")] }];
  }));
}

/** "color: red; margin-top: 4px" → `color: "red", marginTop: "4px"`. */
function toObject(style: string): string {
  return style.split(";").filter((part) => part.includes(":")).map((part) => {
    const at = part.indexOf(":");
    const key = part.slice(0, at).trim().replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(part.slice(at + 1).trim())}`;
  }).join(", ");
}
