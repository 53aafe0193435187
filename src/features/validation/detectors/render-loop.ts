import "server-only";
import { isNode, walk, type SyntaxNode } from "@/engines/syntax";
import type { Code } from "../code";
import { inEachFile, isClient, type Detector, type Finding } from "../detector";
import { callsIn, functionAround, isFunction, nameOf, nodes } from "../tree";

/** State set while rendering, or in an effect that runs after every render: the page never comes to rest. */
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
      const isInRender = home !== undefined && home === setters.get(name) && statement?.type === "ExpressionStatement" && isNode(home.body) && nodes(home.body.body).includes(statement);
      return isInRender ? [{ path: code.path, start: node.start, message: `${name} is called while rendering, which renders again without end` }] : [];
    }
    const effect = args[0];
    if ((name !== "useEffect" && name !== "useLayoutEffect") || args.length !== 1 || !effect || !isFunction(effect)) return [];
    const setter = setterAtTop(effect, setters);
    return setter ? [{ path: code.path, start: node.start, message: `The effect runs after every render and calls ${setter}, which renders again`, fixes: () => [{ description: "Gave the effect an empty list of dependencies", edits: [{ path: code.path, start: effect.end, end: effect.end, text: ", []" }] }] }] : [];
  });
}

/** Setters of useState with the function that holds the state. */
function settersIn(code: Code): Map<string, SyntaxNode | undefined> {
  const setters = new Map<string, SyntaxNode | undefined>();
  walk(code.program, (node) => {
    if (node.type !== "VariableDeclarator" || !isNode(node.init) || node.init.type !== "CallExpression" || !isNode(node.id) || node.id.type !== "ArrayPattern") return;
    const callee = node.init.callee as SyntaxNode;
    const hook = nameOf(callee) ?? (callee.type === "MemberExpression" ? nameOf(callee.property) : undefined);
    const setter = nameOf(nodes(node.id.elements)[1]);
    if (setter && (hook === "useState" || hook === "useReducer")) setters.set(setter, functionAround(code, node));
  });
  return setters;
}

/** A setter that an effect calls each time it runs. */
function setterAtTop(effect: SyntaxNode, setters: Map<string, unknown>): string | undefined {
  const statements = isNode(effect.body) && effect.body.type === "BlockStatement" ? nodes(effect.body.body) : [];
  const expressions = statements.flatMap((statement) => (statement.type === "ExpressionStatement" && isNode(statement.expression) ? [statement.expression] : []));
  let found: string | undefined;
  for (const expression of isNode(effect.body) && effect.body.type !== "BlockStatement" ? [effect.body] : expressions) {
    walk(expression, (node) => {
      const name = node.type === "CallExpression" ? nameOf(node.callee) : undefined;
      // What a promise or a timer does later counts too: it comes after every render all the same.
      if (name && setters.has(name)) found ??= name;
    });
  }
  return found;
}
