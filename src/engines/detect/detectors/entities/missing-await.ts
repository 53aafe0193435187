import "server-only";
import { isNode, type SyntaxNode } from "@/engines/syntax";
import type { Code } from "../../facts/code";
import { inEachFile, isClient, type Detector, type Finding, type Fix } from "../../detector";
import { functionAround, memberOf, nameOf, nodes } from "../../facts/tree";
import { importedFrom } from "../../facts/usage";

const slow = new Set([
  "list",
  "filter",
  "get",
  "create",
  "update",
  "bulkCreate",
  "count",
  "aggregate",
  "taken",
  "page",
  "me",
]);
const ofPromise = new Set(["then", "catch", "finally"]);

/** An entity call's promise used like its rows. */
export const missingAwait: Detector = {
  name: "missing-await",
  severity: "error",
  detect: inEachFile(inspect, isClient),
};

function inspect(code: Code): Finding[] {
  const entities = importedFrom(code, "@/api/entities");
  if (entities.size === 0) return [];
  const findings: Finding[] = [];
  code.each("CallExpression", (node) => {
    const all = memberOf(node.callee);
    if (
      all?.object === "Promise" &&
      (all.property === "all" || all.property === "allSettled") &&
      isTakenApart(code, node)
    )
      findings.push({
        path: code.path,
        start: node.start,
        message: `Promise.${all.property} is not awaited, so that there is no list to take apart`,
        fixes: () => fixesOf(code, node),
      });
    const member = memberOf(node.callee);
    if (!member || !entities.has(member.object) || !slow.has(member.property)) return;
    const misuse = misuseOf(code, node);
    if (misuse)
      findings.push({
        path: code.path,
        start: node.start,
        message: `${member.object}.${member.property} is not awaited, so that its ${misuse} is that of a promise`,
        fixes: () => fixesOf(code, node),
      });
  });
  return findings;
}

const isTakenApart = (code: Code, call: SyntaxNode) => {
  const parent = code.parentOf(call);
  return (
    parent?.type === "VariableDeclarator" &&
    isNode(parent.id) &&
    (parent.id.type === "ArrayPattern" || parent.id.type === "ObjectPattern")
  );
};

/** The property read from the promise, directly or through a constant. */
function misuseOf(code: Code, call: SyntaxNode): string | undefined {
  const parent = code.parentOf(call);
  const direct = parent?.type === "MemberExpression" && parent.object === call ? nameOf(parent.property) : undefined;
  if (direct) return ofPromise.has(direct) ? undefined : direct;
  if (isTakenApart(code, call)) return "content";
  // Setting a state to a promise.
  const setter =
    parent?.type === "CallExpression" && nodes(parent.arguments)[0] === call ? nameOf(parent.callee) : undefined;
  if (
    setter &&
    /^set[A-Z]/.test(setter) &&
    new RegExp(`,\\s*${setter}\\s*\\]\\s*=\\s*(?:React\\.)?useState\\(`).test(code.content)
  )
    return "value";
  const name = parent?.type === "VariableDeclarator" ? nameOf(parent.id) : undefined;
  if (!name) return undefined;
  const variable = code.scopes
    .flatMap(({ variables }) => variables)
    .find((one) => one.defs.some(({ node }) => (node as unknown) === parent));
  const uses = (variable?.references ?? [])
    .map(({ identifier }) => code.parentOf(identifier as unknown as SyntaxNode))
    .filter((use) => use?.type === "MemberExpression");
  const reads = uses.flatMap((use) => (isNode(use) && nameOf(use.object) === name ? [nameOf(use.property) ?? ""] : []));
  return reads.some((read) => ofPromise.has(read)) ? undefined : reads.find((read) => read !== "");
}

function fixesOf(code: Code, call: SyntaxNode): Fix[] {
  const home = functionAround(code, call);
  if (home && home.async !== true) return [];
  const isRead = code.parentOf(call)?.type === "MemberExpression";
  const edits = isRead
    ? [
        { path: code.path, start: call.start, end: call.start, text: "(await " },
        { path: code.path, start: call.end, end: call.end, text: ")" },
      ]
    : [{ path: code.path, start: call.start, end: call.start, text: "await " }];
  return [{ description: "Awaited the call", edits }];
}
