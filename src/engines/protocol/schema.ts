import { isPermissionLevel, type Permissions } from "@/shipped/contract";
import { isFlag, isText, listOf, oneOf, orUndefined, shape } from "@/engines/shape";

/** The nine action types (2-builder.md §3, "Chat action"). */
export const actionTypes = [
  "add_file",
  "edit_file",
  "partial_edit",
  "add_entity",
  "edit_entity",
  "delete_file",
  "import_entities",
  "insert_entity_records",
  "request_secrets",
] as const;
export type ActionType = (typeof actionTypes)[number];
export const isActionType = oneOf(actionTypes);

/** An action as stored on a message and shown in the chat. `id` is the tag's id, unique within its message. */
export type Action = {
  id: string;
  type: ActionType;
  title: string;
  /** A path for file actions, an entity's name for entity and record actions, otherwise "". */
  file: string;
  /** The raw body between the tag lines, byte for byte. */
  content: string;
  isComplete: boolean;
  isTruncated: boolean;
  permissions?: Permissions | undefined;
};

/** An action whose opening tag has come. */
export type OpenedAction = Omit<Action, "content" | "isComplete" | "isTruncated">;

const opened = {
  id: isText,
  type: isActionType,
  title: isText,
  file: isText,
  permissions: orUndefined(shape<Permissions>({ read: isPermissionLevel, write: isPermissionLevel })),
};
export const isOpenedAction = shape<OpenedAction>(opened);
export const isAction = shape<Action>({ ...opened, content: isText, isComplete: isFlag, isTruncated: isFlag });

/** Events of the stream parser. Text and deltas are emitted as soon as they cannot be part of a tag. */
export type ParserEvent =
  | { kind: "text"; text: string }
  | { kind: "open"; action: OpenedAction }
  | { kind: "delta"; id: string; text: string }
  | { kind: "close"; id: string; isComplete: boolean; isTruncated: boolean };

/** A plan has at most this many steps, of at most this many characters. */
export const stepsMax = 20;
export const stepMax = 1_000;
export const planTitleMax = 120;

/** A plan as a model wrote it. `isComplete`: its closing tag was there. */
export type WrittenPlan = { title: string; steps: string[]; isComplete: boolean };
export const isWrittenPlan = shape<WrittenPlan>({ title: isText, steps: listOf(isText), isComplete: isFlag });
