import { functionOf, type SourceFile, fileName } from "@/shipped/contract";
import { fileType } from "@/shipped/contract";
import { toCodeFile } from "@/features/files/rules";
import type { CodeFile } from "@/features/files/schema";

/** The app bundle of 1-platform.md §3, without the app's own id, slug and name. */
export type AppBundle = {
  entities: Record<string, unknown>;
  userEntity: unknown;
  pages: CodeFile[];
  components: CodeFile[];
  services: CodeFile[];
  functions: CodeFile[];
  functionNames: string[];
  layout: CodeFile | null;
  globalsCss: CodeFile | null;
};

/** A schema as JSON; an invalid one as text, so that nothing is hidden. */
function parseEntity(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

export function bundleOf(files: SourceFile[]): AppBundle {
  const of = (type: CodeFile["type"]) => files.filter(({ path }) => fileType(path) === type).map(toCodeFile);
  const entities = new Map(of("entities").map(({ path, content }) => [fileName(path), parseEntity(content)]));
  const userEntity = entities.get("User") ?? null;
  entities.delete("User");
  return {
    entities: Object.fromEntries(entities),
    userEntity,
    pages: of("pages"),
    components: of("components"),
    services: of("services"),
    functions: of("functions"),
    functionNames: files.flatMap(({ path }) => functionOf(path) ?? []),
    layout: of("layout")[0] ?? null,
    globalsCss: of("globals_css")[0] ?? null,
  };
}
