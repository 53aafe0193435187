import "server-only";
import { inEachFile, isClient, replaceWith, type Detector, type Finding } from "../../detector";
import type { Code } from "../../facts/code";
import { editDistance } from "../../fixes/nearest";
import { attributesOf, tagsIn } from "../../facts/tree";

const renamed: Record<string, string> = {
  class: "className",
  for: "htmlFor",
  tabindex: "tabIndex",
  readonly: "readOnly",
  maxlength: "maxLength",
  minlength: "minLength",
  colspan: "colSpan",
  rowspan: "rowSpan",
  autofocus: "autoFocus",
  autocomplete: "autoComplete",
  contenteditable: "contentEditable",
  crossorigin: "crossOrigin",
  srcset: "srcSet",
  enctype: "encType",
  novalidate: "noValidate",
  "stroke-width": "strokeWidth",
  "stroke-linecap": "strokeLinecap",
  "stroke-linejoin": "strokeLinejoin",
  "fill-rule": "fillRule",
  "clip-rule": "clipRule",
  "clip-path": "clipPath",
  "stop-color": "stopColor",
};
const events = [
  "Click",
  "Change",
  "Submit",
  "Input",
  "Focus",
  "Blur",
  "KeyDown",
  "KeyUp",
  "KeyPress",
  "MouseEnter",
  "MouseLeave",
  "MouseDown",
  "MouseUp",
  "MouseOver",
  "MouseMove",
  "DoubleClick",
  "Drop",
  "DragOver",
  "DragStart",
  "DragEnd",
  "Scroll",
  "Load",
  "Error",
];
const handlers = new Map(events.map((event) => [`on${event.toLowerCase()}`, `on${event}`]));

/** Correct attributes, to suggest for misspelt ones. */
const common = [
  "className",
  "htmlFor",
  "placeholder",
  "disabled",
  "required",
  "checked",
  "defaultValue",
  "defaultChecked",
  "children",
  "autoFocus",
  "autoComplete",
  "tabIndex",
  "readOnly",
  "maxLength",
  "minLength",
  "colSpan",
  "rowSpan",
  "download",
  "multiple",
  "accept",
  "pattern",
  "target",
  "height",
  "width",
  "aria-label",
  "aria-hidden",
  ...handlers.values(),
];

/** WAI-ARIA 1.2. */
const aria = new Set(
  "activedescendant atomic autocomplete braillelabel brailleroledescription busy checked colcount colindex colindextext colspan controls current describedby description details disabled dropeffect errormessage expanded flowto grabbed haspopup hidden invalid keyshortcuts label labelledby level live modal multiline multiselectable orientation owns placeholder posinset pressed readonly relevant required roledescription rowcount rowindex rowindextext rowspan selected setsize sort valuemax valuemin valuenow valuetext"
    .split(" ")
    .map((name) => `aria-${name}`),
);

/** HTML attributes in JSX: `class`, `onclick`, `style="…"`. They are ignored, or React throws. */
export const domAttribute: Detector = {
  name: "dom-attribute",
  severity: "warning",
  detect: inEachFile(inspect, isClient),
};

function inspect(code: Code): Finding[] {
  return tagsIn(code).flatMap(({ opening, name: tag }) =>
    attributesOf(opening).flatMap(({ name, node, nameNode, value }): Finding[] => {
      const isHost = tag !== undefined && /^[a-z]/.test(tag);
      const right =
        name === "class" || isHost ? (Object.hasOwn(renamed, name) ? renamed[name] : handlers.get(name)) : undefined;
      const meant =
        right === undefined &&
        (isHost || editDistance(name, "className", 2) <= 2) &&
        !["className", "classNames"].includes(name) &&
        !html.has(name) &&
        !aria.has(name)
          ? near(name)
          : undefined;
      if (meant)
        return [
          {
            path: code.path,
            start: node.start,
            message: `There is no attribute ${name}`,
            fixes: () => [replaceWith(code.path, nameNode, meant, `Wrote ${meant} for ${name}`)],
          },
        ];
      if (right)
        return [
          {
            path: code.path,
            start: node.start,
            message: `The attribute ${name} is written ${right} in JSX`,
            fixes: () => [replaceWith(code.path, nameNode, right, `Wrote ${right} for ${name}`)],
          },
        ];
      const style =
        name === "style" && value?.type === "Literal" && typeof value.value === "string" ? value.value : undefined;
      if (style === undefined) return [];
      return [
        {
          path: code.path,
          start: node.start,
          message: "The attribute style takes an object, not a text",
          fixes: () => [replaceWith(code.path, value!, `{{ ${toObject(style)} }}`, "Wrote the style as an object")],
        },
      ];
    }),
  );
}

/** Valid attributes that are similar to common ones. */
const html = new Set([
  "type",
  "id",
  "key",
  "ref",
  "role",
  "name",
  "value",
  "title",
  "style",
  "src",
  "alt",
  "href",
  "rel",
  "min",
  "max",
  "step",
  "rows",
  "cols",
  "list",
  "form",
  "label",
  "action",
  "method",
  "lang",
  "dir",
  "loop",
  "muted",
  "open",
  "size",
  "span",
  "start",
  "wrap",
  "fill",
  "x",
  "y",
  "d",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "x1",
  "x2",
  "y1",
  "y2",
  "points",
  "stroke",
  "transform",
  "viewBox",
  "opacity",
  "controls",
  "content",
  "charSet",
  "class",
  "is",
  "slot",
  "hidden",
  "color",
  "media",
  "sizes",
  "scope",
  "headers",
  "onMouseOut",
  "onDrag",
  "onDragEnter",
  "onDragLeave",
  "onPointerDown",
  "onPointerUp",
  "onPointerMove",
  "onKeyUp",
  "onPaste",
  "onCopy",
  "onCut",
  "onWheel",
  "onReset",
  "onInvalid",
  "onToggle",
  "onSelect",
  "onTouchStart",
  "onTouchEnd",
  "onTouchMove",
  "onContextMenu",
  "onAnimationEnd",
  "onTransitionEnd",
  "onFocusCapture",
  "onClickCapture",
  "onPlay",
  "onPause",
  "onEnded",
  "onLoadedData",
]);

/** The common attribute that differs by a typo, not by case only. */
function near(name: string): string | undefined {
  if (name.length < 6 || common.includes(name) || name.startsWith("data-")) return undefined;
  const found = common.filter((one) => editDistance(name, one, 2) <= (one.length > 7 ? 2 : 1));
  return found.length === 1 ? found[0] : undefined;
}

/** "color: red; margin-top: 4px" → `color: "red", marginTop: "4px"`. */
function toObject(style: string): string {
  return style
    .split(";")
    .filter((part) => part.includes(":"))
    .map((part) => {
      const at = part.indexOf(":");
      const key = part
        .slice(0, at)
        .trim()
        .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${JSON.stringify(part.slice(at + 1).trim())}`;
    })
    .join(", ");
}
