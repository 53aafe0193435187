import "server-only";
import { isNode, walk, type SyntaxNode } from "@/engines/syntax";
import type { Code } from "../../facts/code";
import { inEachFile, isClient, type Detector, type Finding, type Fix } from "../../detector";
import { callsIn, functionAround, isFunction, nameOf, nodes } from "../../facts/tree";

/** State set while rendering, or in an effect without dependencies: an infinite render loop. */
export const renderLoop: Detector = {
  name: "render-loop",
  severity: "error",
  detect: inEachFile(inspect, isClient),
};

function inspect(code: Code): Finding[] {
  const setters = settersIn(code);
  if (setters.size === 0) return [];
  return callsIn(code).flatMap(({ node, callee, args }): Finding[] => {
    const name = nameOf(callee);
    if (name && setters.has(name)) {
      const home = functionAround(code, node);
      const statement = code.parentOf(node);
      const handler = handlerOf(code, statement);
      if (handler)
        return [
          {
            path: code.path,
            start: node.start,
            message: `${name} is called while rendering: ${handler} needs a function`,
            fixes: () => [
              {
                description: `Gave ${handler} a function`,
                edits: [{ path: code.path, start: node.start, end: node.start, text: "() => " }],
              },
            ],
          },
        ];
      const isInRender =
        home !== undefined &&
        home === setters.get(name) &&
        statement?.type === "ExpressionStatement" &&
        isNode(home.body) &&
        nodes(home.body.body).includes(statement);
      return isInRender
        ? [
            {
              path: code.path,
              start: node.start,
              message: `${name} is called while rendering, which renders again without end`,
              fixes: () => restated(code, statement, name, args[0]),
            },
          ]
        : [];
    }
    const effect = args[0];
    if ((name !== "useEffect" && name !== "useLayoutEffect") || args.length !== 1 || !effect || !isFunction(effect))
      return [];
    const setter = setterAtTop(effect, setters);
    return setter
      ? [
          {
            path: code.path,
            start: node.start,
            message: `The effect runs after every render and calls ${setter}, which renders again`,
            fixes: () => [
              {
                description: "Gave the effect an empty list of dependencies",
                edits: [{ path: code.path, start: effect.end, end: effect.end, text: ", []" }],
              },
            ],
          },
        ]
      : [];
  });
}

/** `onClick={setOpen(true)}`: an event attribute that gets a call's result. */
function handlerOf(code: Code, container: SyntaxNode | undefined): string | undefined {
  const attribute = container?.type === "JSXExpressionContainer" ? code.parentOf(container) : undefined;
  const name = attribute?.type === "JSXAttribute" ? nameOf(attribute.name) : undefined;
  return name && /^on[A-Z]/.test(name) ? name : undefined;
}

/** Setting a state to its initial value does nothing but loop: remove the statement. */
function restated(code: Code, statement: SyntaxNode, setter: string, value: SyntaxNode | undefined): Fix[] {
  const initial = new RegExp(`\\b${setter}\\s*\\]\\s*=\\s*(?:React\\.)?useState\\(`).exec(code.content);
  const text = value ? code.text(value) : "";
  const isSame = initial !== null && code.content.startsWith(text, initial.index + initial[0].length);
  const start = code.content.lastIndexOf("\n", statement.start);
  return isSame
    ? [
        {
          description: "Removed a state that was set to its own first value",
          edits: [{ path: code.path, start: Math.max(0, start), end: statement.end, text: "" }],
        },
      ]
    : [];
}

/** Setters of useState and the functions that own them. */
function settersIn(code: Code): Map<string, SyntaxNode | undefined> {
  const setters = new Map<string, SyntaxNode | undefined>();
  code.each("VariableDeclarator", (node) => {
    if (
      !isNode(node.init) ||
      node.init.type !== "CallExpression" ||
      !isNode(node.id) ||
      node.id.type !== "ArrayPattern"
    )
      return;
    const callee = node.init.callee as SyntaxNode;
    const hook = nameOf(callee) ?? (callee.type === "MemberExpression" ? nameOf(callee.property) : undefined);
    const setter = nameOf(nodes(node.id.elements)[1]);
    if (setter && (hook === "useState" || hook === "useReducer")) setters.set(setter, functionAround(code, node));
  });
  return setters;
}

const later = new Set(["addEventListener", "subscribe", "on"]);

/**
 * A setter that an effect calls on each run, directly or after awaiting; not one behind a condition or in a listener.
 */
function setterAtTop(effect: SyntaxNode, setters: Map<string, unknown>): string | undefined {
  let found: string | undefined;
  walk(effect.body as SyntaxNode, (node) => {
    if (
      ["IfStatement", "ConditionalExpression", "LogicalExpression", "SwitchStatement", "ReturnStatement"].includes(
        node.type,
      )
    )
      return false;
    if (node.type !== "CallExpression" || !isNode(node.callee)) return;
    const name = nameOf(node.callee);
    if (name && setters.has(name)) found ??= name;
    return !later.has(nameOf(node.callee.property) ?? "");
  });
  return found;
}
