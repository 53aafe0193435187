import "server-only";
import { isNode, type SyntaxNode } from "@/engines/syntax";
import type { Code, Span } from "./code";
import { callsIn, memberOf, nameOf, nodes, propertiesOf, tagsIn, attributesOf, textOf } from "./tree";

/** A use of a field, with its value when it is a literal: in `Deal.create({ stage: "won" })` the field "stage". */
export type FieldUse = Span & {
  field: string;
  value?: { text: string | number; start: number; end: number; isText: boolean };
};
/**
 * A call of an entity's method. `entity` is the exported name, whatever its local alias; `isWhole`: `fields` are all
 * that it is given.
 */
export type EntityCall = Span & {
  entity: string;
  method: string;
  methodSpan: Span;
  fields: FieldUse[];
  isWhole: boolean;
  sort?: Span & { text: string };
};
export type PageLink = Span & { page: string; span: Span };

/** Entity calls of a file, by its imports from "@/api/entities". */
export function entityCalls(code: Code): EntityCall[] {
  const entities = importedFrom(code, "@/api/entities");
  if (entities.size === 0) return [];
  return callsIn(code).flatMap(({ node, callee, args }): EntityCall[] => {
    const member = memberOf(callee) ?? memberOfNamespace(callee, entities);
    const entity =
      member && (entities.get(member.object) ?? (member.object.startsWith("*.") ? member.object.slice(2) : undefined));
    if (!member || !entity || entity === "*") return [];
    return [
      {
        start: node.start,
        end: node.end,
        entity,
        method: member.property,
        methodSpan: member.propertyNode,
        ...usesOf(code, member.property, args),
      },
    ];
  });
}

/** `entities.Contact.list` of a namespace import: returned as object "*.Contact". */
function memberOfNamespace(callee: SyntaxNode, entities: Map<string, string>) {
  const inner = callee.type === "MemberExpression" ? memberOf(callee.object) : undefined;
  const property = nameOf(callee.property);
  if (!inner || !property || callee.computed === true || entities.get(inner.object) !== "*") return undefined;
  return { object: `*.${inner.property}`, property, propertyNode: callee.property as SyntaxNode };
}

function usesOf(code: Code, method: string, args: SyntaxNode[]): Pick<EntityCall, "fields" | "isWhole" | "sort"> {
  const options = method === "page" || method === "aggregate" ? args[0] : undefined;
  const data = options
    ? optionOf(options, "query")
    : method === "update"
      ? args[1]
      : ["create", "filter", "bulkCreate", "count"].includes(method)
        ? args[0]
        : undefined;
  const sortNode = options
    ? optionOf(options, "sort")
    : method === "list"
      ? args[0]
      : method === "filter"
        ? args[1]
        : undefined;
  const sort = textOf(sortNode);
  const given = data?.type === "ArrayExpression" ? nodes(data.elements) : data ? [data] : [];
  const objects = given.flatMap((one) => literalOf(code, one));
  const fields = objects
    .flatMap((object) => propertiesOf(object).map(toUse))
    .filter(({ field }) => !field.startsWith("$"));
  const isWhole =
    given.length === 1 &&
    given[0]!.type === "ObjectExpression" &&
    nodes(given[0]!.properties).every((property) => property.type === "Property" && property.computed !== true);
  return {
    fields,
    isWhole,
    ...(sort?.isWhole && sortNode ? { sort: { text: sort.text, start: sortNode.start, end: sortNode.end } } : {}),
  };
}

/** `query` of `Deal.page({ query: { … }, sort: "name" })`. */
const optionOf = (options: SyntaxNode, name: string) =>
  options.type === "ObjectExpression" ? propertiesOf(options).find((one) => one.name === name)?.value : undefined;

/** The object literals that an argument may be: itself, what it spreads, and the constant or state that it names. */
function literalOf(code: Code, node: SyntaxNode): SyntaxNode[] {
  const name = nameOf(node);
  if (node.type === "ObjectExpression") {
    const spread = nodes(node.properties).flatMap((property) =>
      property.type === "SpreadElement" && isNode(property.argument) ? [property.argument] : [],
    );
    return [node, ...spread.filter((argument) => nameOf(argument)).flatMap((argument) => literalOf(code, argument))];
  }
  const found = name ? code.fact(literals).get(name) : undefined;
  return found ? [found] : [];
}

/** `const form = { … }` and `const [form] = useState({ … })` of a file, by name; ambiguous names are omitted. */
function literals(code: Code): Map<string, SyntaxNode> {
  const found = new Map<string, SyntaxNode | undefined>();
  code.each("VariableDeclarator", (node) => {
    if (!isNode(node.id) || !isNode(node.init)) return;
    const isState =
      node.id.type === "ArrayPattern" && node.init.type === "CallExpression" && nameOf(node.init.callee) === "useState";
    const name = isState ? nameOf(nodes(node.id.elements)[0]) : nameOf(node.id);
    const value = isState ? nodes(node.init.arguments)[0] : node.init;
    if (name) found.set(name, found.has(name) || value?.type !== "ObjectExpression" ? undefined : value);
  });
  return new Map([...found].filter((entry): entry is [string, SyntaxNode] => entry[1] !== undefined));
}

function toUse({ name, key, value, node }: ReturnType<typeof propertiesOf>[number]): FieldUse {
  const text = textOf(value);
  const literal = text?.isWhole
    ? text.text
    : value.type === "Literal" && typeof value.value === "number"
      ? value.value
      : undefined;
  // A shorthand property is key and value in one: renaming its key keeps the variable.
  const span = node.shorthand === true ? { start: node.start, end: node.end } : { start: key.start, end: key.end };
  return {
    field: name,
    ...span,
    ...(literal === undefined
      ? {}
      : { value: { text: literal, start: value.start, end: value.end, isText: typeof literal === "string" } }),
  };
}

/** Local name → imported name of one module's imports; "*" for the whole module. */
export function importedFrom(code: Code, source: string): Map<string, string> {
  const found = code.imports
    .filter((one) => one.source === source || one.source === `${source}.js`)
    .flatMap(({ specifiers }) => specifiers);
  return new Map(found.map(({ local, imported }) => [local, imported]));
}

/**
 * Pages that a file links to: createPageUrl("Name"), <Link to="/Name">, navigate("/Name"). Only complete names count.
 */
export function pageLinks(code: Code): PageLink[] {
  const links: PageLink[] = [];
  const add = (node: SyntaxNode | undefined, pattern: RegExp) => {
    const text = textOf(node);
    const match = text && node ? pattern.exec(text.text) : null;
    if (!match || !node) return;
    const isCutShort = !text!.isWhole && match[0].length === text!.text.length;
    const start = code.content.indexOf(match[1]!, node.start);
    if (!isCutShort && start >= 0 && start < node.end)
      links.push({ page: match[1]!, start: node.start, end: node.end, span: { start, end: start + match[1]!.length } });
  };
  const navigators = navigatorNames(code);
  for (const { callee, args } of callsIn(code)) {
    const name = nameOf(callee);
    if (name === "createPageUrl") add(args[0], /^\/?([A-Za-z][\w-]*)/);
    else if (name && navigators.has(name)) add(args[0], /^\/([A-Za-z][\w-]*)(?=[?#]|$)/);
  }
  for (const { opening, name } of tagsIn(code)) {
    if (name !== "Link" && name !== "NavLink" && name !== "Navigate") continue;
    add(attributesOf(opening).find((attribute) => attribute.name === "to")?.value, /^\/([A-Za-z][\w-]*)(?=[?#]|$)/);
  }
  return links;
}

function navigatorNames(code: Code): Set<string> {
  const names = new Set<string>();
  code.each("VariableDeclarator", (node) => {
    const init = node.init as SyntaxNode | null;
    const name = nameOf(node.id);
    if (name && init?.type === "CallExpression" && nameOf(init.callee) === "useNavigate") names.add(name);
  });
  return names;
}
