import { z } from "zod";
import { type FieldAccess, permissionLevels, type RowTest } from "./contract";

/** Who may do what with an entity's rows, as a schema file says it (design §7). */

export const permissionLevelSchema = z.enum(permissionLevels);
export const permissionsSchema = z.object({ read: permissionLevelSchema, write: permissionLevelSchema });

/** A member's role: admin, user, or a role of the app's own that its row rules use. "builder" is the owner. */
export const roleSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,29}$/, { error: "A role has small letters, numbers and dashes, at most 30" })
  .refine((role) => role !== "builder", { error: "This role is the owner's" });

const testsMax = 20;
const ruleField = z.string().min(1).max(200);
const rowTestSchema: z.ZodType<RowTest> = z.lazy(() =>
  z.union([
    permissionLevelSchema.exclude(["none"]),
    z.strictObject({ role: roleSchema }),
    z.strictObject({ field: ruleField, is: z.union([z.string(), z.number(), z.boolean()]) }),
    z.strictObject({ field: ruleField, has: z.string() }),
    z.strictObject({ field: ruleField, of: ruleField, meets: rowTestSchema }),
    z.strictObject({ every: z.array(rowTestSchema).min(1).max(testsMax) }),
  ]),
);

/** One operation's rule: tests of which one must hold. */
export const rowRuleSchema = z.array(rowTestSchema).max(testsMax);
/** `x-accessControl.rules`. An operation without a rule follows the pair. */
export const rowRulesSchema = z.strictObject({
  read: rowRuleSchema.optional(),
  create: rowRuleSchema.optional(),
  update: rowRuleSchema.optional(),
  delete: rowRuleSchema.optional(),
});

const fieldRuleSchema = z
  .array(z.union([z.enum(["anonymous", "all", "admin"]), z.strictObject({ role: roleSchema })]))
  .max(testsMax);
/** `x-accessControl` of a property. A right without a rule is open to whoever reaches the row. */
export const fieldAccessSchema: z.ZodType<FieldAccess> = z.strictObject({
  read: fieldRuleSchema.exactOptional(),
  write: fieldRuleSchema.exactOptional(),
});
