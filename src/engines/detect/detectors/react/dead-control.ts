import "server-only";
import type { SyntaxNode } from "@/engines/syntax";
import type { Code } from "../../facts/code";
import { inEachFile, isClient, type Detector } from "../../detector";
import { attributesOf, nameOf, nodes, tagsIn } from "../../facts/tree";

const acting = /^(?:on[A-Z]|asChild$|type$|form$|disabled$|formAction$|href$|to$|commandfor$|popoverTarget$)/;

/** A button without effect: no handler, no surrounding form, nothing that could pass it one. */
export const deadControl: Detector = {
  name: "dead-control",
  severity: "warning",
  detect: inEachFile(
    (code) =>
      tagsIn(code)
        .filter(({ opening, element, name }) => {
          if (name !== "button" && name !== "Button") return false;
          if (
            nodes(opening.attributes).some(({ type }) => type === "JSXSpreadAttribute") ||
            attributesOf(opening).some((attribute) => acting.test(attribute.name))
          )
            return false;
          return !hasActor(code, element);
        })
        .map(({ opening }) => ({ path: code.path, start: opening.start, message: "This button does nothing" })),
    isClient,
  ),
};

/** Whether an ancestor may act for a button: a form, a link, a trigger, or a component that gets it as a prop. */
function hasActor(code: Code, element: SyntaxNode): boolean {
  for (let at = code.parentOf(element); at; at = code.parentOf(at)) {
    if (at.type === "JSXAttribute" || at.type === "VariableDeclarator") return true;
    if (at.type !== "JSXElement") continue;
    const opening = at.openingElement as SyntaxNode;
    const name = nameOf(opening.name);
    if (name === undefined || /^[A-Z]/.test(name)) {
      if (!/^(?:Card\w*|Table\w*|Tabs|TabsContent|Badge|Separator)$/.test(name ?? "")) return true;
    } else if (
      name === "form" ||
      name === "a" ||
      name === "label" ||
      attributesOf(opening).some((attribute) => /^on[A-Z]/.test(attribute.name))
    )
      return true;
  }
  return false;
}
