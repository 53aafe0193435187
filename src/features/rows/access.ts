import { type RowOperation, rowOperations, type RowTest } from "@/shipped/contract";
import { rowRuleSchema } from "@/shipped/access";
import { type Access, accessOfPair, permissionsOf } from "./rules";
import type { EntitySchema } from "./schema";

/** Who may do what with an entity's rows: its rules, else its permission pair. An invalid rule grants nothing. */
export function accessOf(schema: EntitySchema): Access {
  const pair = accessOfPair(permissionsOf(schema));
  const rules: unknown = schema["x-accessControl"]?.rules;
  const isReadable =
    rules === undefined ||
    (typeof rules === "object" &&
      rules !== null &&
      !Array.isArray(rules) &&
      Object.keys(rules).every((name) => (rowOperations as readonly string[]).includes(name)));
  const of = (operation: RowOperation): RowTest[] => {
    if (!isReadable) return [];
    const rule = (rules as Record<string, unknown> | undefined)?.[operation];
    return rule === undefined ? pair[operation] : (rowRuleSchema.safeParse(rule).data ?? []);
  };
  return { read: of("read"), create: of("create"), update: of("update"), delete: of("delete") };
}
