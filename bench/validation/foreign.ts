import { parseCode, type SyntaxNode, walk } from "@/engines/syntax";
import type { SourceFile } from "@/shipped/contract";
import type { Fault, Random } from "./faults";

/**
 * Faults by mutation operators over the syntax tree, in the manner of StrykerJS: each takes any place of its kind,
 * independent of what detectors look for. They imitate slips of assistants reported in public threads: names and paths
 * of other frameworks, other casings, lost halves of pairs, TypeScript in a .jsx file, conditional hooks, unawaited
 * promises.
 */
type Edit = { start: number; end: number; text: string };
type Place = { file: SourceFile; program: SyntaxNode; files: SourceFile[]; random: Random };
/** The edits of one mutant; null where this place is not applicable. */
type Operator = {
  types: string[];
  files?: RegExp;
  edit: (node: SyntaxNode, parent: SyntaxNode | undefined, place: Place) => Edit[] | null;
};

const code = /^(?:pages|components|services)\/.*\.jsx?$|^layout\.jsx$/;
const component = /^(?:pages|components)\/.*\.jsx$|^layout\.jsx$/;

const str = (value: unknown): string => (typeof value === "string" ? value : "");
const sub = (node: SyntaxNode, key: string) => node[key] as SyntaxNode | undefined;
const subs = (node: SyntaxNode, key: string) => (node[key] as SyntaxNode[] | undefined) ?? [];
const textOf = ({ file }: Place, node: SyntaxNode) => file.content.slice(node.start, node.end);
const replace = (node: SyntaxNode, text: string): Edit[] => [{ start: node.start, end: node.end, text }];
const remove = (node: SyntaxNode): Edit[] => replace(node, "");
const pick = <T>(list: T[], random: Random): T | undefined => list[random(list.length)];

const camel = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
const otherCase = (name: string) => (name.includes("_") ? camel(name) : snake(name) === name ? null : snake(name));

function entityFields(files: SourceFile[]): Map<string, Record<string, { enum?: string[] }>> {
  return new Map(
    files
      .filter(({ path }) => path.startsWith("entities/"))
      .map(({ path, content }) => [
        path.slice(9, -5),
        (JSON.parse(content) as { properties: Record<string, { enum?: string[] }> }).properties,
      ]),
  );
}
const isEntityCall = (node: SyntaxNode, files: SourceFile[]) => {
  const callee = sub(node, "callee");
  const object = callee?.type === "MemberExpression" ? sub(callee, "object") : undefined;
  return object?.type === "Identifier" && entityFields(files).has(str(object["name"]))
    ? { entity: str(object["name"]), method: sub(callee!, "property")! }
    : null;
};
const isString = (node: SyntaxNode | undefined): node is SyntaxNode =>
  node?.type === "Literal" && typeof node["value"] === "string";
const sourceOf = (node: SyntaxNode) => str(sub(node, "source")?.["value"]);
const isOwn = (source: string) =>
  source.startsWith("@/") &&
  !source.startsWith("@/components/ui/") &&
  !source.startsWith("@/api/") &&
  source !== "@/utils" &&
  source !== "@/lib/utils";
const usedIn = (place: Place, name: string) =>
  new RegExp(`(?<![\\w$.])${name}(?![\\w$])`).test(place.file.content.replaceAll(/^import[\s\S]*?from[^\n]*\n/gm, ""));
const elementName = (node: SyntaxNode) =>
  str(sub(node, "openingElement") && sub(sub(node, "openingElement")!, "name")?.["name"]);
const isHookCall = (node: SyntaxNode | undefined) =>
  node?.type === "CallExpression" && /^use[A-Z]/.test(str(sub(node, "callee")?.["name"]));

const operators: Record<string, Operator> = {
  // Modules.
  "import of a name that the module does not have": {
    types: ["ImportSpecifier"],
    files: code,
    edit: (node, parent, { random }) => {
      const name = str(sub(node, "imported")?.["name"]);
      return parent && name.length > 3
        ? replace(node, `${name}${["s", "Item", "Data", "2"][random(4)]} as ${str(sub(node, "local")?.["name"])}`)
        : null;
    },
  },
  "import moved to a folder that does not exist": {
    types: ["ImportDeclaration"],
    files: code,
    edit: (node, _, { random }) =>
      isOwn(sourceOf(node))
        ? replace(
            sub(node, "source")!,
            `"${sourceOf(node).replace(/\/([^/]+)$/, `/${pick(["shared", "ui", "features", "common"], random)}/$1`)}"`,
          )
        : null,
  },
  "path in another case": {
    types: ["ImportDeclaration"],
    files: code,
    edit: (node) => {
      const source = sourceOf(node);
      const name = source.slice(source.lastIndexOf("/") + 1);
      const other = /^[A-Z]/.test(name)
        ? name[0]!.toLowerCase() + name.slice(1)
        : name[0]!.toUpperCase() + name.slice(1);
      return source.startsWith("@/components/") || isOwn(source)
        ? replace(sub(node, "source")!, `"${source.slice(0, -name.length)}${other}"`)
        : null;
    },
  },
  "package that is not there": {
    types: ["ImportDeclaration"],
    files: code,
    edit: (node, _, { random }) => {
      const [line, use] = pick(
        [
          ['import axios from "axios";', "axios.get"],
          ['import _ from "lodash";', "_.sortBy"],
          ['import { useForm } from "react-hook-form";', "useForm"],
          ['import dayjs from "dayjs";', "dayjs"],
          ['import { useQuery } from "@tanstack/react-query";', "useQuery"],
        ],
        random,
      )!;
      return [{ start: node.start, end: node.start, text: `${line}\nconsole.debug(${use});\n` }];
    },
  },
  "component of another framework": {
    types: ["ImportDeclaration"],
    files: component,
    edit: (node, _, { random }) =>
      sourceOf(node) === "react-router-dom"
        ? replace(sub(node, "source")!, pick(['"next/link"', '"@remix-run/react"', '"wouter"'], random)!)
        : null,
  },
  "relative path one folder off": {
    types: ["ImportDeclaration"],
    files: code,
    edit: (node) => (isOwn(sourceOf(node)) ? replace(sub(node, "source")!, `"./${sourceOf(node).slice(2)}"`) : null),
  },
  "default where there is none": {
    types: ["ImportDeclaration"],
    files: code,
    edit: (node) => {
      const specifiers = subs(node, "specifiers");
      return isOwn(sourceOf(node)) && specifiers.length === 1 && specifiers[0]!.type === "ImportSpecifier"
        ? replace(node, `import ${str(sub(specifiers[0]!, "local")?.["name"])} from "${sourceOf(node)}";`)
        : null;
    },
  },
  "export default lost": {
    types: ["ExportDefaultDeclaration"],
    files: component,
    edit: (node, _, place) =>
      replace(node, sub(node, "declaration")!.type === "Identifier" ? "" : textOf(place, sub(node, "declaration")!)),
  },
  "import forgotten": {
    types: ["ImportSpecifier", "ImportDefaultSpecifier"],
    files: code,
    edit: (node, parent, place) => {
      const name = str(sub(node, "local")?.["name"]);
      if (!parent || name === "React" || !usedIn(place, name)) return null;
      const rest = subs(parent, "specifiers").filter((other) => other !== node);
      if (rest.length === 0) return remove(parent);
      const named = rest.filter(({ type }) => type === "ImportSpecifier").map((other) => textOf(place, other));
      const whole = rest.filter(({ type }) => type !== "ImportSpecifier").map((other) => textOf(place, other));
      return replace(
        parent,
        `import ${[...whole, ...(named.length > 0 ? [`{ ${named.join(", ")} }`] : [])].join(", ")} from ${textOf(place, sub(parent, "source")!)};`,
      );
    },
  },

  // JSX.
  "closing tags swapped": {
    types: ["JSXElement"],
    files: component,
    edit: (node, _, place) => {
      const inner = subs(node, "children").findLast(
        (child) => child.type === "JSXElement" && sub(child, "closingElement"),
      );
      const [a, b] = [inner && sub(inner, "closingElement"), sub(node, "closingElement")];
      return a && b && textOf(place, a) !== textOf(place, b)
        ? [...replace(a, textOf(place, b)), ...replace(b, textOf(place, a))]
        : null;
    },
  },
  "closing tag of another name": {
    types: ["JSXClosingElement"],
    files: component,
    edit: (node) => replace(node, "</Wrapper>"),
  },
  "closing tag lost": { types: ["JSXClosingElement"], files: component, edit: (node) => remove(node) },
  "tag left open": {
    types: ["JSXOpeningElement"],
    files: component,
    edit: (node) => (node["selfClosing"] ? [{ start: node.end - 2, end: node.end, text: ">" }] : null),
  },
  "brace of an expression lost": {
    types: ["JSXExpressionContainer"],
    files: component,
    edit: (node) => [{ start: node.end - 1, end: node.end, text: "" }],
  },
  "two roots": {
    types: ["ReturnStatement"],
    files: component,
    edit: (node, _, place) => {
      const root = sub(node, "argument");
      return root?.type === "JSXElement" ? replace(root, `${textOf(place, root)}\n<p>More</p>`) : null;
    },
  },
  "component that nobody declared": {
    types: ["JSXElement"],
    files: component,
    edit: (node, _, place) =>
      elementName(node) === "div" ? replace(node, `<StatsGrid>${textOf(place, node)}</StatsGrid>`) : null,
  },
  "class for className": {
    types: ["JSXAttribute"],
    files: component,
    edit: (node, parent) =>
      str(sub(node, "name")?.["name"]) === "className" && /^[a-z]/.test(str(sub(parent!, "name")?.["name"]))
        ? replace(sub(node, "name")!, "class")
        : null,
  },
  "HTML attribute": {
    types: ["JSXOpeningElement"],
    files: component,
    edit: (node, _, { random }) =>
      /^(?:div|p|button|main|section)$/.test(str(sub(node, "name")?.["name"]))
        ? [
            {
              start: sub(node, "name")!.end,
              end: sub(node, "name")!.end,
              text: pick([' style="color: red"', ' tabindex="0"', ' onclick="alert(1)"'], random)!,
            },
          ]
        : null,
  },
  "attribute twice": {
    types: ["JSXAttribute"],
    files: component,
    edit: (node, _, place) => [{ start: node.end, end: node.end, text: ` ${textOf(place, node)}` }],
  },
  "handler called instead of given": {
    types: ["JSXAttribute"],
    files: component,
    edit: (node) => {
      const value = sub(node, "value");
      const arrow = value && sub(value, "expression");
      return /^on[A-Z]/.test(str(sub(node, "name")?.["name"])) &&
        arrow?.type === "ArrowFunctionExpression" &&
        subs(arrow, "params").length === 0 &&
        sub(arrow, "body")!.type === "CallExpression" &&
        /^set[A-Z]/.test(str(sub(sub(arrow, "body")!, "callee")?.["name"]))
        ? [{ start: arrow.start, end: sub(arrow, "body")!.start, text: "" }]
        : null;
    },
  },
  "key lost": {
    types: ["JSXAttribute"],
    files: component,
    edit: (node) => (str(sub(node, "name")?.["name"]) === "key" ? remove(node) : null),
  },
  "HTML comment": {
    types: ["JSXElement"],
    files: component,
    edit: (node, parent) =>
      parent?.type === "JSXElement" ? [{ start: node.start, end: node.start, text: "<!-- list -->\n" }] : null,
  },
  "object shown as text": {
    types: ["JSXExpressionContainer"],
    files: component,
    edit: (node, parent) =>
      parent?.type === "JSXElement" && sub(node, "expression")!.type === "MemberExpression"
        ? replace(sub(node, "expression")!, "{ value: 1 }")
        : null,
  },

  // Hooks and promises.
  "hook behind a condition": {
    types: ["VariableDeclaration"],
    files: component,
    edit: (node) => {
      const declarator = subs(node, "declarations")[0];
      return isHookCall(declarator && sub(declarator, "init")) && sub(declarator!, "id")!.type === "ArrayPattern"
        ? [{ start: node.start, end: node.start, text: "if (!window.name) return null;\n  " }]
        : null;
    },
  },
  "effect inside a condition": {
    types: ["ExpressionStatement"],
    files: component,
    edit: (node, _, place) =>
      isHookCall(sub(node, "expression")) ? replace(node, `if (window.name) {\n    ${textOf(place, node)}\n  }`) : null,
  },
  "hook in a callback": {
    types: ["ArrowFunctionExpression"],
    files: component,
    edit: (node, parent) =>
      parent?.type === "JSXExpressionContainer" && sub(node, "body")!.type !== "BlockStatement"
        ? [
            {
              start: sub(node, "body")!.start,
              end: sub(node, "body")!.start,
              text: "{ const [seen] = useState(false); console.debug(seen); ",
            },
            { start: sub(node, "body")!.end, end: sub(node, "body")!.end, text: "; }" },
          ]
        : null,
  },
  "state taken as an object": {
    types: ["VariableDeclarator"],
    files: component,
    edit: (node, _, place) =>
      sub(node, "id")!.type === "ArrayPattern" && isHookCall(sub(node, "init"))
        ? replace(sub(node, "id")!, textOf(place, sub(node, "id")!).replace("[", "{ ").replace("]", " }"))
        : null,
  },
  "async effect": {
    types: ["CallExpression"],
    files: code,
    edit: (node) =>
      str(sub(node, "callee")?.["name"]) === "useEffect" &&
      subs(node, "arguments")[0] &&
      !subs(node, "arguments")[0]!["async"]
        ? [{ start: subs(node, "arguments")[0]!.start, end: subs(node, "arguments")[0]!.start, text: "async " }]
        : null,
  },
  "await lost": {
    types: ["VariableDeclarator"],
    files: code,
    edit: (node, _, place) =>
      sub(node, "init")?.type === "AwaitExpression"
        ? replace(sub(node, "init")!, textOf(place, sub(sub(node, "init")!, "argument")!))
        : null,
  },
  "async lost": {
    types: ["ArrowFunctionExpression", "FunctionDeclaration"],
    files: code,
    edit: (node, _, place) =>
      node["async"] && / await |\(await /.test(textOf(place, node))
        ? [{ start: node.start, end: node.start + 6, text: "" }]
        : null,
  },
  "promise shown": {
    types: ["VariableDeclarator"],
    files: component,
    edit: (node, _, place) => {
      const entity = [...entityFields(place.files).keys()].find((name) => usedIn(place, name));
      return entity && isHookCall(sub(node, "init")) && sub(node, "id")!.type === "ArrayPattern"
        ? [
            {
              start: place.file.content.indexOf("\n", node.end) + 1,
              end: place.file.content.indexOf("\n", node.end) + 1,
              text: `  const everything = ${entity}.list();\n  console.debug(everything.length, everything.map((row) => row.id));\n`,
            },
          ]
        : null;
    },
  },

  // Names and values.
  "name that nobody declared": {
    types: ["Identifier"],
    files: code,
    edit: (node, parent) =>
      parent &&
      [
        "CallExpression",
        "BinaryExpression",
        "JSXExpressionContainer",
        "ConditionalExpression",
        "LogicalExpression",
      ].includes(parent.type) &&
      str(node["name"]).length > 4
        ? replace(node, `${str(node["name"])}Value`)
        : null,
  },
  "declared twice": {
    types: ["VariableDeclaration"],
    files: code,
    edit: (node, parent, place) =>
      parent && ["BlockStatement", "Program"].includes(parent.type)
        ? [{ start: node.end, end: node.end, text: `\n  ${textOf(place, node)}` }]
        : null,
  },
  "constant assigned": {
    types: ["VariableDeclaration"],
    files: code,
    edit: (node, _, place) =>
      node["kind"] === "let" &&
      new RegExp(`\\b${str(sub(subs(node, "declarations")[0]!, "id")?.["name"])} \\+?= `).test(
        place.file.content.slice(node.end),
      )
        ? [{ start: node.start, end: node.start + 3, text: "const" }]
        : null,
  },
  "field in another case": {
    types: ["Property"],
    files: code,
    edit: (node, _, place) => {
      const key = str(sub(node, "key")?.["name"]);
      const known = [...entityFields(place.files).values()].some((fields) => key in fields);
      const other = known && sub(node, "key")!.type === "Identifier" && !node["shorthand"] ? otherCase(key) : null;
      return other &&
        /\.(?:create|update|filter)\([^;]*$/.test(place.file.content.slice(Math.max(0, node.start - 200), node.start))
        ? replace(sub(node, "key")!, other)
        : null;
    },
  },
  "field of a row in another case": {
    types: ["MemberExpression"],
    files: code,
    edit: (node, _, place) => {
      const key = str(sub(node, "property")?.["name"]);
      const [object, fields] = [str(sub(node, "object")?.["name"]).toLowerCase(), entityFields(place.files)];
      const owner = [...fields].find(([name, own]) => name.toLowerCase() === object && key in own);
      const other = owner ? otherCase(key) : null;
      return other ? replace(sub(node, "property")!, other) : null;
    },
  },
  "option that the dropdown does not have": {
    types: ["Literal"],
    files: code,
    edit: (node, parent, place) => {
      const options = [...entityFields(place.files).values()].flatMap((fields) =>
        Object.entries(fields).flatMap(([name, field]) => (field.enum ?? []).map((option) => [name, option] as const)),
      );
      const value = str(node["value"]);
      const key = str(parent && sub(parent, "key")?.["name"]);
      return parent?.type === "Property" &&
        options.some(([name, option]) => name === key && option === value) &&
        /\.(?:create|update|filter)\([^;]*$/.test(place.file.content.slice(Math.max(0, node.start - 200), node.start))
        ? replace(node, JSON.stringify(value[0]!.toUpperCase() + value.slice(1)))
        : null;
    },
  },
  "comparison with an option that does not exist": {
    types: ["BinaryExpression"],
    files: code,
    edit: (node, _, place) => {
      const [left, right] = [sub(node, "left")!, sub(node, "right")!];
      const key = str(sub(left, "property")?.["name"]);
      const options = [...entityFields(place.files)]
        .filter(([name]) => name.toLowerCase() === str(sub(left, "object")?.["name"]).toLowerCase())
        .flatMap(([, fields]) => fields[key]?.enum ?? []);
      return /^===|!==$/.test(str(node["operator"])) && isString(right) && options.includes(str(right["value"]))
        ? replace(right, JSON.stringify(str(right["value"]).toUpperCase()))
        : null;
    },
  },
  "method of another library": {
    types: ["CallExpression"],
    files: code,
    edit: (node, _, { files, random }) => {
      const call = isEntityCall(node, files);
      const others: Record<string, string[]> = {
        list: ["findMany", "getAll", "all"],
        create: ["insert", "add", "save"],
        update: ["updateOne", "put"],
        delete: ["remove", "destroy"],
        filter: ["where", "query", "find"],
        get: ["findById", "getById"],
      };
      const other = call && pick(others[str(call.method["name"])] ?? [], random);
      return other ? replace(call.method, other) : null;
    },
  },
  "link to a page that is not there": {
    types: ["CallExpression"],
    files: code,
    edit: (node, _, { random }) => {
      const argument = subs(node, "arguments")[0];
      if (str(sub(node, "callee")?.["name"]) !== "createPageUrl" || !isString(argument)) return null;
      const page = str(argument["value"]);
      return replace(
        argument,
        JSON.stringify(random(2) === 0 ? `${page}Page` : page.endsWith("s") ? page.slice(0, -1) : `${page}s`),
      );
    },
  },
  "key twice in an object": {
    types: ["Property"],
    files: code,
    edit: (node, parent, place) =>
      parent?.type === "ObjectExpression" && !node["shorthand"] && sub(node, "value")!.type === "Literal"
        ? [{ start: node.end, end: node.end, text: `, ${textOf(place, node)}` }]
        : null,
  },
  "return lost": {
    types: ["ArrowFunctionExpression"],
    files: component,
    edit: (node, parent, place) =>
      parent?.type === "CallExpression" &&
      str(sub(sub(parent, "callee")!, "property")?.["name"]) === "map" &&
      sub(node, "body")!.type === "JSXElement"
        ? [...replace(sub(node, "body")!, `{ ${textOf(place, sub(node, "body")!)}; }`)]
        : null,
  },
  "return of the component lost": {
    types: ["ReturnStatement"],
    files: component,
    edit: (node) =>
      sub(node, "argument")?.type === "JSXElement" ? [{ start: node.start, end: node.start + 7, text: "" }] : null,
  },

  // Text of the file.
  "TypeScript in a .jsx file": {
    types: ["ArrowFunctionExpression", "FunctionDeclaration"],
    files: component,
    edit: (node) => {
      const first = subs(node, "params")[0];
      return first?.type === "Identifier" ? [{ start: first.end, end: first.end, text: ": any" }] : null;
    },
  },
  "interface in a .jsx file": {
    types: ["Program"],
    files: component,
    edit: (node) => {
      const at = subs(node, "body").find(({ type }) => type !== "ImportDeclaration")?.start;
      return at === undefined ? null : [{ start: at, end: at, text: "interface Props {\n  id: string;\n}\n\n" }];
    },
  },
  "quote lost": {
    types: ["Literal"],
    files: code,
    edit: (node, parent) =>
      isString(node) && parent?.type !== "ImportDeclaration"
        ? [{ start: node.end - 1, end: node.end, text: "" }]
        : null,
  },
  "parenthesis lost": {
    types: ["CallExpression"],
    files: code,
    edit: (node) => [{ start: node.end - 1, end: node.end, text: "" }],
  },
  "comma of an object lost": {
    types: ["ObjectExpression"],
    files: code,
    edit: (node, _, place) => {
      const [one, two] = subs(node, "properties");
      return one && two
        ? [{ start: one.end, end: two.start, text: textOf(place, one).includes("\n") ? "\n" : " " }]
        : null;
    },
  },
  "file cut": {
    types: ["Program"],
    files: code,
    edit: (node, _, { random, file }) => {
      const at = Math.floor(file.content.length * (0.5 + random(40) / 100));
      return [{ start: at, end: node.end, text: "" }];
    },
  },
  "explanation after the code": {
    types: ["Program"],
    files: code,
    edit: (_node, _, { file }) => [
      {
        start: file.content.length,
        end: file.content.length,
        text: "\nThis component now shows the list and handles errors gracefully.\n",
      },
    ],
  },
  require: {
    types: ["ImportDeclaration"],
    files: code,
    edit: (node, _, place) =>
      isOwn(sourceOf(node)) && subs(node, "specifiers")[0]?.type === "ImportDefaultSpecifier"
        ? replace(node, `const ${textOf(place, subs(node, "specifiers")[0]!)} = require("${sourceOf(node)}");`)
        : null,
  },
  "environment of Node": {
    types: ["VariableDeclarator"],
    files: component,
    edit: (node) =>
      isHookCall(sub(node, "init")) && sub(node, "id")!.type === "ArrayPattern"
        ? [{ start: sub(node, "init")!.end - 1, end: sub(node, "init")!.end, text: " || process.env.API_URL)" }]
        : null,
  },
};

/** Faults in files that are no code: they are written as text. */
const texts: Record<string, (content: string, random: Random) => string | null> = {
  "JSON: comma after the last": (content, random) =>
    insertAt(content, /(["\]}\d])(\s*[}\]])/g, random, (match) => `${match[1]},${match[2]}`),
  "JSON: comment": (content) => content.replace("{\n", "{\n  // the schema\n"),
  "JSON: single quotes": (content) => content.replaceAll('"', "'"),
  "JSON: keys without quotes": (content) => content.replaceAll(/"(\w+)":/g, "$1:"),
  "JSON: type of another language": (content, random) =>
    insertAt(
      content,
      /"type": "(?:string|number)"/g,
      random,
      () => `"type": "${pick(["varchar", "datetime", "float", "uuid"], random)}"`,
    ),
  "JSON: enum as a text": (content, random) =>
    insertAt(content, /"enum": \[[^\]]*\]/g, random, () => '"enum": "open, closed"'),
  "JSON: fenced": (content) => `\`\`\`json\n${content}\`\`\`\n`,
};

function insertAt(
  content: string,
  pattern: RegExp,
  random: Random,
  write: (match: RegExpMatchArray) => string,
): string | null {
  const match = pick([...content.matchAll(pattern)], random);
  return match ? content.slice(0, match.index) + write(match) + content.slice(match.index + match[0].length) : null;
}

const apply = (content: string, edits: Edit[]) =>
  edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), content);

const byTree =
  ({ types, files: which = code, edit }: Operator): Fault =>
  (files, random) => {
    const mutants = files
      .filter(({ path }) => which.test(path))
      .flatMap((file) => {
        const { program } = parseCode(file.path, file.content);
        const found: SourceFile[] = [];
        walk(program, (node, parent) => {
          if (!types.includes(node.type)) return;
          const edits = edit(node, parent, { file, program, files, random });
          const content = edits && apply(file.content, edits);
          if (content && content !== file.content) found.push({ path: file.path, content });
        });
        return found;
      });
    const mutant = pick(mutants, random);
    return mutant ? files.map((file) => (file.path === mutant.path ? mutant : file)) : null;
  };

const byText =
  (change: (content: string, random: Random) => string | null): Fault =>
  (files, random) => {
    const file = pick(
      files.filter(({ path }) => path.startsWith("entities/")),
      random,
    );
    const content = file && change(file.content, random);
    return file && content && content !== file.content
      ? files.map((other) => (other === file ? { ...file, content } : other))
      : null;
  };

export const foreignFaults: Record<string, Fault> = {
  ...Object.fromEntries(Object.entries(operators).map(([name, operator]) => [name, byTree(operator)])),
  ...Object.fromEntries(Object.entries(texts).map(([name, change]) => [name, byText(change)])),
};
