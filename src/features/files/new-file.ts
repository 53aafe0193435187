const nameOf = (path: string) => /([^/]+)\.[^./]+$/.exec(path)?.[1] ?? "";

/** What a new file begins with: a function that can be deployed, a page or component that shows something. */
export function contentOfNew(path: string): string {
  if (path.startsWith("functions/"))
    return "Deno.serve(async (request) => {\n  return Response.json({ ok: true });\n});\n";
  const name = nameOf(path);
  if (!/^(pages|components)\/.*\.[jt]sx$/.test(path) || !/^[A-Z]\w*$/.test(name)) return "";
  return `export default function ${name}() {\n  return <p>${name}</p>;\n}\n`;
}
