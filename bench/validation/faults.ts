import type { SourceFile } from "@/shipped/contract";

export type Random = (limit: number) => number;
/** Seeds a fault into one file; null when the bundle has no place for it. */
export type Fault = (files: SourceFile[], random: Random) => SourceFile[] | null;

type Change = (content: string, path: string) => string | null;

const isComponent = (path: string) => path.endsWith(".jsx");
const isEntity = (path: string) => path.startsWith("entities/");

/** Changes one random file among the eligible ones. */
const one =
  (which: (path: string) => boolean, change: (random: Random, files: SourceFile[]) => Change): Fault =>
  (files, random) => {
    const candidates = files.filter(({ path }) => which(path));
    for (let tries = 0; tries < 30 && candidates.length > 0; tries++) {
      const file = candidates[random(candidates.length)]!;
      const content = change(random, files)(file.content, file.path);
      if (content !== null && content !== file.content)
        return files.map((other) => (other === file ? { ...file, content } : other));
    }
    return null;
  };

/** Replaces one random match of a pattern. */
const swap =
  (pattern: RegExp, to: (found: RegExpMatchArray, random: Random) => string | null) =>
  (random: Random): Change =>
  (content) => {
    const all = [
      ...content.matchAll(
        new RegExp(pattern.source, pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`),
      ),
    ];
    const found = all[random(all.length)];
    const text = found && to(found, random);
    return found && text !== null && text !== undefined
      ? content.slice(0, found.index) + text + content.slice(found.index + found[0].length)
      : null;
  };

/** A word with two inner letters swapped, or one dropped. */
function misspell(word: string, random: Random): string | null {
  if (word.length < 5) return null;
  const at = 1 + random(word.length - 3);
  if (random(2) === 0 && word[at] !== word[at + 1])
    return word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2);
  return word.slice(0, at) + word.slice(at + 1);
}

const misspelt = (pattern: RegExp) =>
  swap(pattern, (found, random) => {
    const bad = misspell(found[1]!, random);
    return bad && found[0].replace(found[1]!, bad);
  });

const json = (
  change: (
    schema: Record<string, unknown> & { properties: Record<string, Record<string, unknown>> },
    random: Random,
  ) => boolean,
) =>
  one(isEntity, (random) => (content) => {
    const schema = JSON.parse(content) as Parameters<typeof change>[0];
    return change(schema, random) ? `${JSON.stringify(schema, null, 2)}\n` : null;
  });

const pickField = (
  schema: { properties: Record<string, Record<string, unknown>> },
  random: Random,
  fits: (property: Record<string, unknown>) => boolean = () => true,
) => {
  const all = Object.entries(schema.properties).filter(([, property]) => fits(property));
  return all[random(all.length)];
};

const wrap = (before: string, after: string) => (): Change => (content) => `${before}${content}${after}`;
const isFirstHook = /^ {2}const \[[^\n]*useState\([^\n]*\n/m;

/** Classes of faults that assistants make, by name. */
export const faults: Record<string, Fault> = {
  "closing tag lost": one(
    isComponent,
    swap(/\n *<\/(?!>)[\w.]+>(?=\n)/, () => ""),
  ),
  "closing brace lost": one(
    isComponent,
    swap(/\n\}\n/, () => "\n"),
  ),
  "parenthesis lost": one(
    isComponent,
    swap(/\n {2}\);\n/, () => "\n"),
  ),
  "stray brace": one(
    isComponent,
    swap(/;\n\n/, () => ";\n}\n\n"),
  ),
  "await without async": one(
    (path) => /\.jsx?$/.test(path),
    swap(/\basync (?=(?:\([^)]*\)|[\w$]+) => \{\s*(?:[^}]*?)await|function \w+\([^)]*\) \{\s*[^}]*?await)/, () => ""),
  ),
  "escaped HTML": one(isComponent, () => (content) => content.replaceAll("<", "&lt;").replaceAll(">", "&gt;")),
  "code fence": one((path) => !isEntity(path), wrap("```jsx\n", "\n```\n")),
  "edit markers": one(
    isComponent,
    swap(/\n {2}const [^\n]*;\n/, ([line]) => `\n<<<<<<< SEARCH${line}=======${line}>>>>>>> REPLACE\n`),
  ),
  "action tag": one(isComponent, wrap("", '</action id="a1">\n')),
  "file cut short": one(
    isComponent,
    (random) => (content) => content.slice(0, Math.floor(content.length * (0.4 + random(40) / 100))),
  ),
  "code left out": one(
    isComponent,
    swap(/\n {2}(?:const|return)\b[^\n]*\n/, ([line]) => `\n  // ... rest of the code${line}`),
  ),
  "document as a component": one(
    (path) => path.startsWith("components/"),
    () => () => "# Contact card\n\nThis component shows a contact.\n\n- name\n- email\n",
  ),
  "import path misspelt": one(isComponent, misspelt(/from "@\/components\/(?!ui)(\w+)"/)),
  "import from the wrong folder": one(
    isComponent,
    swap(/from "@\/components\/(?!ui)(\w+)"/, (found) => `from "@/components/common/${found[1]}"`),
  ),
  "kit path misspelt": one(isComponent, misspelt(/from "@\/components\/ui\/(\w+)"/)),
  "default for a named import": one(
    isComponent,
    swap(/import \{ (\w+) \} from "@\/(?:components|lib|services)/, (found) =>
      found[0].replace(`{ ${found[1]} }`, found[1]!),
    ),
  ),
  "named for a default import": one(
    isComponent,
    swap(/import ([A-Z]\w+) from "@\/components\/(?!ui)/, (found) => found[0].replace(found[1]!, `{ ${found[1]} }`)),
  ),
  "imported name misspelt": one(
    isComponent,
    misspelt(/import \{[^}]*?(\w{6,})[^}]*\} from "@\/(?:components\/ui|services)/),
  ),
  "export renamed": one((path) => path.startsWith("services/"), misspelt(/export (?:const|function) (\w{6,})/)),
  "unknown package": one(
    isComponent,
    swap(/from "react-router-dom"/, () => 'from "react-router"'),
  ),
  "icon that does not exist": one(isComponent, misspelt(/import \{ ?(\w{5,})[^}]*\} from "lucide-react"/)),
  "hook not imported": one(
    isComponent,
    swap(/import \{([^}]*)\} from "react";\n/, (found) => {
      const names = found[1]!.split(",").slice(1);
      return names.length > 0 ? `import {${names.join(",")} } from "react";\n` : "";
    }),
  ),
  "component not imported": one(
    isComponent,
    swap(/import [^;]* from "@\/components[^;]*;\n/, () => ""),
  ),
  "icons not imported": one(
    isComponent,
    swap(/import [^;]* from "lucide-react";\n/, () => ""),
  ),
  "entity not imported": one(
    isComponent,
    swap(/import [^;]* from "@\/api\/entities";\n/, () => ""),
  ),
  "variable misspelt": one(isComponent, misspelt(/\{(\w{6,})\.(?:map|length)/)),
  "import twice": one(
    isComponent,
    swap(/import [^;]*;\n/, ([line]) => line + line),
  ),
  "state declared twice": one(
    isComponent,
    swap(isFirstHook, ([line]) => line + line),
  ),
  "early return above hooks": one(
    isComponent,
    swap(isFirstHook, ([line]) => `  if (!window.ready) {\n    return null;\n  }\n${line}`),
  ),
  "default export lost": one(
    (path) => path.startsWith("pages/"),
    swap(/export default function/, () => "function"),
  ),
  "default export twice": one(
    (path) => path.startsWith("pages/"),
    (_random) => (content) => {
      const name = /export default function (\w+)/.exec(content)?.[1];
      return name ? `${content}\nexport default ${name};\n` : null;
    },
  ),
  "class for className": one(
    isComponent,
    swap(/<(?:div|p|h1|main|section|li|ul|span|header)\b[^>]*? className=/, ([text]) =>
      text.replace("className", "class"),
    ),
  ),
  "style as a text": one(
    isComponent,
    swap(
      /<(?:div|p|h1|main|section|li|ul|span|header)\b(?=[ >])/,
      ([text]) => `${text} style="margin-top: 4px; color: red"`,
    ),
  ),
  "onclick in lower case": one(
    isComponent,
    swap(/<button\b[^>]*? onClick=/, ([text]) => text.replace("onClick", "onclick")),
  ),
  "entity misspelt": one(isComponent, misspelt(/import \{[^}]*?(\w{5,})[^}]*\} from "@\/api\/entities"/)),
  "field misspelt": one(isComponent, misspelt(/\.(?:create|update)\([^)]*?(?:\{|, )\s*(\w{5,}):/)),
  "sort field misspelt": one(isComponent, misspelt(/\.list\("-?(\w{5,})"/)),
  "enum value misspelt": one(
    isComponent,
    misspelt(/(?:create|update|filter)\([^)]*?(?:status|priority|plan): "(\w+)"/),
  ),
  "number as a text": one(
    isComponent,
    swap(/points: (\d)/, (found) => `points: "${found[1]}"`),
  ),
  "function misspelt": one(isComponent, misspelt(/import \{ (\w+) \} from "@\/api\/functions"/)),
  "page misspelt": one((path) => /\.jsx?$/.test(path), misspelt(/(?:createPageUrl\("|to="\/|navigate\("\/)(\w{5,})"/)),
  "entity JSON with a comma too many": one(
    isEntity,
    swap(/"\n {2}\}/, () => '",\n  }'),
  ),
  "entity JSON with a comma lost": one(
    isEntity,
    swap(/",\n/, () => '"\n'),
  ),
  "entity JSON cut short": one(isEntity, () => (content) => content.trimEnd().slice(0, -1)),
  "type that does not exist": json((schema, random) => {
    const field = pickField(schema, random, ({ type }) => type === "string");
    if (field) field[1]["type"] = ["text", "date", "String"][random(3)];
    return field !== undefined;
  }),
  "required field that does not exist": json((schema) => {
    schema["required"] = [...((schema["required"] as string[] | undefined) ?? []), "doesNotExist"];
    return true;
  }),
  "default that is no option": json((schema, random) => {
    const field = pickField(schema, random, (property) => Array.isArray(property["enum"]));
    if (field) field[1]["default"] = "none of these";
    return field !== undefined;
  }),
  "reference to no entity": json((schema, random) => {
    const field = pickField(schema, random, (property) => property["x-reference"] !== undefined);
    if (field) field[1]["x-reference"] = `${String(field[1]["x-reference"])}s`;
    return field !== undefined;
  }),
  "permission that does not exist": json((schema) => {
    schema["x-accessControl"] = { permissions: { read: "everyone", write: "creator" } };
    return true;
  }),
  "style brace lost": one(
    (path) => path.endsWith(".css"),
    swap(/\n\}\n/, () => "\n"),
  ),
  "constant assigned": one(
    isComponent,
    swap(/\n {2}let (\w+) = /, ([text]) => text.replace("let", "const")),
  ),
  "key lost": one(
    isComponent,
    swap(/ key=\{[^}]*\}/, () => ""),
  ),
  "state set while rendering": one(
    isComponent,
    swap(/\n {2}const \[\w+, (set\w+)\] = useState\((.*)\);\n/, (found) => `${found[0]}  ${found[1]}(${found[2]});\n`),
  ),
  "effect without dependencies": one(
    isComponent,
    swap(/\}, \[\]\);/, () => "});"),
  ),
  "call not awaited": one(
    isComponent,
    swap(
      /\n *const rows = await \w+\.(?:list|filter)\([^\n]*\n/,
      ([line]) => `${line.replace("await ", "")}    rows.sort();\n`,
    ),
  ),
  "method that does not exist": one(
    isComponent,
    swap(/\b(?:Ticket|Customer)\.(list|create|filter|get)\(/, (found) =>
      found[0].replace(found[1]!, { list: "findAll", create: "insert", filter: "where", get: "findById" }[found[1]!]!),
    ),
  ),
  "async effect": one(
    isComponent,
    swap(/useEffect\(\(\) => \{/, () => "useEffect(async () => {"),
  ),
  "handler lost": one(
    isComponent,
    swap(/<button type="button" onClick=\{\(\) => [^}]*\}>/, () => "<button>"),
  ),
  "file deleted": (files, random) => {
    const all = files.filter(({ path }) => /^(?:components|services)\//.test(path));
    const gone = all[random(all.length)];
    return gone ? files.filter((file) => file !== gone) : null;
  },
  "entity deleted": (files, random) => {
    const all = files.filter(({ path }) => isEntity(path));
    const gone = all[random(all.length)];
    return gone ? files.filter((file) => file !== gone) : null;
  },
};
