import "server-only";
import { isNode, walk, type SyntaxNode } from "@/engines/syntax";
import type { Code } from "../../facts/code";
import { inEachFile, isClient, type Detector, type Finding, type Fix } from "../../detector";
import { functionAround, functionName, isFunction, nameOf, nodes } from "../../facts/tree";

const isHookName = (name: string | undefined) => name !== undefined && /^use[A-Z]/.test(name);

/** A React hook inside a condition, loop or callback, or after an early return (rules of hooks). */
export const conditionalHook: Detector = {
  name: "conditional-hook",
  severity: "error",
  detect: inEachFile(inspect, isClient),
};

function inspect(code: Code): Finding[] {
  const findings: Finding[] = [];
  code.each("CallExpression", (node) => {
    const callee =
      isNode(node.callee) && node.callee.type === "MemberExpression" && nameOf(node.callee.object) === "React"
        ? nameOf(node.callee.property)
        : nameOf(node.callee);
    if (!isHookName(callee) || callee === "use") return;
    const why = whyNot(code, node);
    if (why)
      findings.push({
        path: code.path,
        start: node.start,
        message: `The hook ${callee} is called ${why.words}`,
        fixes: () => (why.fix ? why.fix() : []),
      });
  });
  return findings;
}

/** The rule of hooks that a call breaks, or null. */
function whyNot(code: Code, call: SyntaxNode): { words: string; fix?: () => Fix[] } | null {
  const home = functionAround(code, call);
  if (!home) return { words: "outside of a component" };
  const name = functionName(code, home);
  const isComponent =
    isHookName(name) ||
    (name !== undefined && /^[A-Z]/.test(name)) ||
    isAnonymousDefault(code, home) ||
    isMade(code, home);
  if (!isComponent) {
    const outer = functionAround(code, home);
    return outer || (name !== undefined && /^[a-z]/.test(name))
      ? { words: outer ? "inside a callback" : `in ${name}, which is no component` }
      : null;
  }
  for (let at = code.parentOf(call), child = call; at && at !== home; child = at, at = code.parentOf(at)) {
    if (
      [
        "IfStatement",
        "ForStatement",
        "ForOfStatement",
        "ForInStatement",
        "WhileStatement",
        "DoWhileStatement",
        "SwitchCase",
      ].includes(at.type)
    )
      return { words: "conditionally" };
    if (
      (at.type === "ConditionalExpression" && at.test !== child) ||
      (at.type === "LogicalExpression" && at.right === child)
    )
      return { words: "conditionally" };
    if (at.type === "TryStatement") return { words: "inside try" };
  }
  const early = earlyReturn(home, call);
  return early ? { words: "after an early return", fix: () => moveBelow(code, home, early) } : null;
}

/** What a function returns: `(Component) => (props) => …` and `makeUse() { return () => … }` make components and hooks. */
function isMade(code: Code, home: SyntaxNode): boolean {
  const parent = code.parentOf(home);
  const isReturned =
    parent?.type === "ReturnStatement" || (parent?.type === "ArrowFunctionExpression" && parent.body === home);
  const maker = isReturned ? functionAround(code, home) : undefined;
  const name = maker && functionName(code, maker);
  // A component or hook that returns a function returns a callback.
  return (
    maker !== undefined && !isHookName(name) && !(name !== undefined && /^[A-Z]/.test(name)) && !isCleanUp(code, maker)
  );
}

/** Effects return their clean-up. */
function isCleanUp(code: Code, maker: SyntaxNode): boolean {
  const call = code.parentOf(maker);
  return call?.type === "CallExpression" && isHookName(nameOf(call.callee));
}

const isAnonymousDefault = (code: Code, home: SyntaxNode) => code.parentOf(home)?.type === "ExportDefaultDeclaration";

function statementsOf(home: SyntaxNode): SyntaxNode[] {
  return isNode(home.body) ? nodes(home.body.body) : [];
}

function earlyReturn(home: SyntaxNode, call: SyntaxNode): SyntaxNode | undefined {
  return statementsOf(home).find(
    (statement) => statement.end <= call.start && statement.type !== "ReturnStatement" && returns(statement),
  );
}

/** Whether a statement may return from its function. */
function returns(statement: SyntaxNode): boolean {
  let found = false;
  walk(statement, (node) => {
    if (isFunction(node)) return false;
    found ||= node.type === "ReturnStatement";
    return;
  });
  return found;
}

/** Moves early returns above hooks to below the last hook, in order. */
function moveBelow(code: Code, home: SyntaxNode, first: SyntaxNode): Fix[] {
  const statements = statementsOf(home);
  const usesHook = (statement: SyntaxNode) => {
    let found = false;
    walk(statement, (node) => {
      if (node !== statement && isFunction(node)) return false;
      found ||=
        node.type === "CallExpression" &&
        (isHookName(nameOf(node.callee)) ||
          (isNode(node.callee) && node.callee.type === "MemberExpression" && isHookName(nameOf(node.callee.property))));
      return;
    });
    return found;
  };
  const last = statements.findLast(usesHook);
  if (!last || last.start < first.start) return [];
  const moved = statements.filter(
    (statement) =>
      statement.start >= first.start &&
      statement.end <= last.start &&
      statement.type === "IfStatement" &&
      returns(statement),
  );
  const { content, path } = code;
  const whole = (statement: SyntaxNode) => ({
    start: content.lastIndexOf("\n", statement.start) + 1,
    end: content.indexOf("\n", statement.end) + 1 || content.length,
  });
  if (moved.some((statement) => content.slice(whole(statement).start, statement.start).trim() !== "")) return [];
  const text = moved.map((statement) => content.slice(whole(statement).start, whole(statement).end)).join("");
  const at = whole(last).end;
  return [
    {
      description: "Moved the early return below the hooks",
      edits: [
        ...moved.map((statement) => ({ path, ...whole(statement), text: "" })),
        { path, start: at, end: at, text },
      ],
    },
  ];
}
