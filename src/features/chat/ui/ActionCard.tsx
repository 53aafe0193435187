"use client";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { Badge, Button, Skeleton, Text, UnstyledButton } from "@mantine/core";
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconChevronRight,
  IconDatabase,
  IconDatabaseEdit,
  IconDatabaseImport,
  IconFileCode,
  IconFilePencil,
  IconFilePlus,
  IconFileX,
  IconHandStop,
  IconKey,
  IconLoader2,
  IconTablePlus,
} from "@tabler/icons-react";
import {
  actionState,
  type ActionState,
  actionVerb,
  entityFields,
  lineCounts,
  recordLine,
  recordsOf,
} from "@/features/turns/describe-action";
import { givenPermissions, hasRules } from "@/features/turns/entity";
import { permissionsMeaning, permissionsName, rowRulesName } from "@/features/entities/rules";
import type { Action, ActionType } from "@/engines/protocol/schema";
import type { Held } from "@/features/turns/schema";
import { ActionCode } from "./ActionCode";
import classes from "./action-card.module.css";

// Lazy: what was held back for a click is rare.
const HeldAction = dynamic(() => import("./HeldAction").then((file) => file.HeldAction), {
  ssr: false,
  loading: () => <Skeleton height={72} />,
});

const icons: Record<ActionType, Icon> = {
  add_file: IconFilePlus,
  edit_file: IconFileCode,
  partial_edit: IconFilePencil,
  delete_file: IconFileX,
  add_entity: IconDatabase,
  edit_entity: IconDatabaseEdit,
  insert_entity_records: IconTablePlus,
  request_secrets: IconKey,
  import_entities: IconDatabaseImport,
};

const stateLabels: Record<ActionState, string> = {
  "in-progress": "In progress",
  complete: "Complete",
  truncated: "Truncated",
  failed: "Not applied",
  held: "Waiting for your OK",
  declined: "You said no",
};

const stateIcons: Partial<Record<ActionState, Icon>> = {
  complete: IconCheck,
  truncated: IconAlertTriangle,
  failed: IconAlertTriangle,
  held: IconHandStop,
  declined: IconBan,
};

export function StateMark({ state }: { state: ActionState }) {
  const StateIcon = stateIcons[state];
  return (
    <span className={classes.state} data-state={state} role="img" aria-label={stateLabels[state]}>
      {StateIcon ? (
        <StateIcon size={14} stroke={state === "complete" ? 2.5 : 2} />
      ) : (
        <IconLoader2 size={14} className={classes.spin} />
      )}
    </span>
  );
}

export function LineCounts({ added, removed }: { added: number; removed: number }) {
  if (added === 0 && removed === 0) return null;
  return (
    <span className={classes.counts} aria-label={`${added} lines added, ${removed} removed`}>
      {added > 0 && <span className={classes.added}>+{added.toLocaleString("en-US")}</span>}
      {removed > 0 && <span className={classes.removed}>−{removed.toLocaleString("en-US")}</span>}
    </span>
  );
}

function EntityFields({ action }: { action: Action }) {
  const fields = entityFields(action.content);
  const permissions = givenPermissions(action);
  const isByRules = hasRules(action);
  return (
    <div className={classes.facts}>
      {permissions && (
        <div className={classes.fields}>
          <Badge variant="light" radius="sm" tt="none" fw={500}>
            {isByRules ? rowRulesName : permissionsName(permissions)}
          </Badge>
          <Text size="xs" c="dimmed">
            {isByRules ? "its rules say who may do what" : permissionsMeaning(permissions)}
          </Text>
        </div>
      )}
      {fields && (
        <div className={classes.fields}>
          {fields.map(({ name, kind }) => (
            <span key={name} className={classes.field}>
              {name} <span className={classes.kind}>{kind}</span>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}

function Records({ action }: { action: Action }) {
  const { count, first } = recordsOf(action);
  return (
    <div className={classes.facts}>
      <Text size="xs" c="dimmed">
        {count === 1 ? "1 row" : `${count} rows`}
      </Text>
      {first.map((record, index) => (
        // Records have no id before they are stored and never change order.
        <Text key={index} size="xs" truncate>
          {recordLine(record)}
        </Text>
      ))}
    </div>
  );
}

function Facts({ action }: { action: Action }): ReactNode {
  if (action.type === "add_entity" || action.type === "edit_entity") return <EntityFields action={action} />;
  if (action.type === "insert_entity_records") return <Records action={action} />;
  return null;
}

type Props = {
  action: Action;
  /** Why it was not applied, if so. */
  failure?: string;
  /** Set for a held action, with the builder's decision. */
  held?: Held;
  messageId?: string;
  onOpenFile?: (path: string) => void;
};

/** Card of one action: file, progress, and code on demand. */
export function ActionCard({ action, failure, held, messageId, onOpenFile }: Props) {
  const [chosen, setChosen] = useState<boolean>();
  const state = failure
    ? "failed"
    : held?.state === "waiting"
      ? "held"
      : held?.state === "declined"
        ? "declined"
        : actionState(action);
  const ActionIcon = icons[action.type];
  const verb = actionVerb(action.type, state);
  const counts = lineCounts(action);
  // Hide a title that only repeats the verb and file.
  const isPlain = action.title === "" || (action.file !== "" && action.title.endsWith(` ${action.file}`));
  const hasCode = action.content !== "" && action.type !== "request_secrets" && action.type !== "import_entities";
  // Open while streaming, collapsed when complete, unless a person has toggled it.
  const isOpen = chosen ?? state === "in-progress";
  const isFile = action.type === "add_file" || action.type === "edit_file" || action.type === "partial_edit";
  return (
    <article className={classes.card} data-state={state} aria-label={`${verb} ${action.file}`}>
      <UnstyledButton
        className={classes.head}
        disabled={!hasCode}
        aria-expanded={hasCode ? isOpen : undefined}
        onClick={() => setChosen(!isOpen)}
      >
        <ActionIcon size={18} stroke={1.6} className={classes.icon} />
        <span className={classes.words}>
          {!isPlain && <span className={classes.title}>{action.title}</span>}
          <span className={isPlain ? classes.plain : classes.file}>
            {verb} {action.file && <code title={action.file}>{action.file}</code>}
          </span>
        </span>
        {counts && <LineCounts {...counts} />}
        <StateMark state={state} />
        {hasCode && <IconChevronRight size={14} className={classes.chevron} data-open={isOpen || undefined} />}
      </UnstyledButton>
      {failure && <p className={classes.failure}>{failure}</p>}
      <Facts action={action} />
      {held && messageId && <HeldAction held={held} messageId={messageId} />}
      {isOpen && hasCode && (
        <>
          <ActionCode action={action} isGrowing={state === "in-progress"} isGlance={chosen === undefined} />
          {isFile && onOpenFile && state === "complete" && (
            <Button size="compact-xs" variant="subtle" className={classes.open} onClick={() => onOpenFile(action.file)}>
              Open in code editor
            </Button>
          )}
        </>
      )}
    </article>
  );
}
