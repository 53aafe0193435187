"use client";
import { Fragment, type KeyboardEvent, useState } from "react";
import { Text, UnstyledButton } from "@mantine/core";
import {
  IconBraces,
  IconChevronRight,
  IconFile,
  IconFunction,
  IconLayout,
  IconPalette,
  IconPuzzle,
  IconTable,
  IconTool,
} from "@tabler/icons-react";
import type { FileType } from "@/shipped/contract";
import type { CodeFile } from "../schema";
import classes from "./code-panel.module.css";

const folders: { type: FileType; label: string; Icon: typeof IconFile }[] = [
  { type: "pages", label: "pages", Icon: IconFile },
  { type: "components", label: "components", Icon: IconPuzzle },
  { type: "services", label: "services", Icon: IconTool },
  { type: "functions", label: "functions", Icon: IconFunction },
  { type: "entities", label: "entities", Icon: IconTable },
  { type: "layout", label: "layout", Icon: IconLayout },
  { type: "globals_css", label: "styles", Icon: IconPalette },
];

type Props = {
  files: Pick<CodeFile, "path" | "type">[];
  active: string | undefined;
  faulty: Set<string>;
  onOpen: (path: string) => void;
};

const isSingle = (type: FileType) => type === "layout" || type === "globals_css";

/**
 * The app's files in folders by type; a single file of its kind gets no folder. Keyboard as in the ARIA tree pattern:
 * arrows, Home, End, first letter.
 */
export function FileTree({ files, active, faulty, onOpen }: Props) {
  const [closed, setClosed] = useState<Set<FileType>>(new Set());
  const [focused, setFocused] = useState<string>();
  const toggle = (type: FileType, isClosed = !closed.has(type)) =>
    setClosed((all) => new Set(isClosed ? [...all, type] : [...all].filter((one) => one !== type)));
  const shown = folders.flatMap(({ type }) => {
    const own = files.filter((file) => file.type === type).map(({ path }) => path);
    return own.length === 0 ? [] : isSingle(type) ? own : [type, ...(closed.has(type) ? [] : own)];
  });
  // Roving tabindex: the last focused line, else the open file, else the first line.
  const stop = [focused, active].find((id) => id !== undefined && shown.includes(id)) ?? shown[0];
  const line = (id: string) => ({ "data-id": id, tabIndex: id === stop ? 0 : -1, onFocus: () => setFocused(id) });

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const id = (event.target as HTMLElement).dataset.id;
    const at = id === undefined ? -1 : shown.indexOf(id);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const folder = folders.find(({ type }) => type === id)?.type;
    const next = keyTarget(event.key, { shown, at, folder, isClosed: folder !== undefined && closed.has(folder) });
    if (next === undefined) return;
    event.preventDefault();
    if (typeof next === "string")
      event.currentTarget.querySelector<HTMLElement>(`[data-id="${CSS.escape(next)}"]`)?.focus();
    else toggle(folder!, next.isClosed);
  };

  return (
    <div role="tree" aria-label="Files" onKeyDown={move}>
      {folders.map(({ type, label, Icon }) => {
        const own = files.filter((file) => file.type === type);
        if (own.length === 0) return null;
        const rows = (isNested: boolean) =>
          own.map(({ path }) => (
            <UnstyledButton
              key={path}
              {...line(path)}
              role="treeitem"
              aria-level={isNested ? 2 : 1}
              aria-selected={path === active}
              className={classes.file}
              data-nested={isNested || undefined}
              data-faulty={faulty.has(path) || undefined}
              onClick={() => onOpen(path)}
              title={path}
            >
              <Icon size={14} stroke={1.6} />
              <span className={classes.fileName}>{isNested ? path.slice(path.indexOf("/") + 1) : path}</span>
            </UnstyledButton>
          ));
        if (isSingle(type)) return <Fragment key={type}>{rows(false)}</Fragment>;
        return (
          <Fragment key={type}>
            <UnstyledButton
              {...line(type)}
              role="treeitem"
              aria-level={1}
              aria-expanded={!closed.has(type)}
              className={classes.folder}
              onClick={() => toggle(type)}
            >
              <IconChevronRight size={14} className={classes.chevron} />
              <Text size="xs" fw={600} c="dimmed">
                {label}
              </Text>
            </UnstyledButton>
            {!closed.has(type) && (
              <div role="group" aria-label={label}>
                {rows(true)}
              </div>
            )}
          </Fragment>
        );
      })}
      {files.length === 0 && (
        <Text size="xs" c="dimmed" p={12}>
          <IconBraces size={14} /> No code yet. Ask the assistant for an app.
        </Text>
      )}
    </div>
  );
}

type Place = { shown: string[]; at: number; folder: FileType | undefined; isClosed: boolean };

/** Target of a key in the tree: a line, or a folder to open or close. Undefined for other keys. */
function keyTarget(key: string, { shown, at, folder, isClosed }: Place): string | { isClosed: boolean } | undefined {
  switch (key) {
    case "ArrowDown":
      return shown[at + 1];
    case "ArrowUp":
      return shown[at - 1];
    case "Home":
      return shown[0];
    case "End":
      return shown.at(-1);
    case "ArrowRight":
      return folder === undefined ? undefined : isClosed ? { isClosed: false } : shown[at + 1];
    case "ArrowLeft":
      return folder === undefined
        ? shown.slice(0, at).findLast((id) => shown[at]!.startsWith(`${id}/`))
        : isClosed
          ? undefined
          : { isClosed: true };
  }
  if (key.length !== 1 || key === " ") return undefined;
  return [...shown.slice(at + 1), ...shown.slice(0, at)].find((id) =>
    id
      .slice(id.indexOf("/") + 1)
      .toLowerCase()
      .startsWith(key.toLowerCase()),
  );
}
