/** What a tool is made of, in the words of the specification: the offline builder makes them, and features/tools checks them. */

/** How a result is laid out: one answer a block. */
export const blockTypes = ["text", "table", "list", "cards", "image", "chart", "checklist"] as const;
export type BlockType = (typeof blockTypes)[number];

/** "type (text, long_text, select, …)" (1-platform.md §3), and a number. */
export const fieldTypes = [
  "text",
  "long_text",
  "number",
  "select",
  "multiselect",
  "email",
  "place",
  "photo",
  "height",
  "weight",
  "tool_item_select",
] as const;
export type FieldType = (typeof fieldTypes)[number];
