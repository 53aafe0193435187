"use client";
import { useState } from "react";
import { Text, UnstyledButton } from "@mantine/core";
import { IconBraces, IconChevronRight, IconFile, IconFunction, IconLayout, IconPalette, IconPuzzle, IconTable, IconTool } from "@tabler/icons-react";
import type { CodeFile, FileType } from "../schema";
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

type Props = { files: Pick<CodeFile, "path" | "type">[]; active: string | undefined; faulty: Set<string>; onOpen: (path: string) => void };

/** The app's files in folders by type. A single file of its kind needs no folder. */
export function FileTree({ files, active, faulty, onOpen }: Props) {
  const [closed, setClosed] = useState<Set<FileType>>(new Set());
  const toggle = (type: FileType) => setClosed((all) => new Set(all.has(type) ? [...all].filter((one) => one !== type) : [...all, type]));
  return (
    <div role="tree" aria-label="Files">
      {folders.map(({ type, label, Icon }) => {
        const own = files.filter((file) => file.type === type);
        if (own.length === 0) return null;
        if (type === "layout" || type === "globals_css") return own.map(({ path }) => <FileRow key={path} path={path} label={path} Icon={Icon} isActive={path === active} isFaulty={faulty.has(path)} onOpen={onOpen} />);
        return (
          <div key={type} role="group" aria-label={label}>
            <UnstyledButton className={classes.folder} onClick={() => toggle(type)} aria-expanded={!closed.has(type)}>
              <IconChevronRight size={14} className={classes.chevron} />
              <Text size="xs" fw={600} c="dimmed">
                {label}
              </Text>
            </UnstyledButton>
            {!closed.has(type) && own.map(({ path }) => <FileRow key={path} path={path} label={path.slice(path.indexOf("/") + 1)} Icon={Icon} isActive={path === active} isFaulty={faulty.has(path)} onOpen={onOpen} isNested />)}
          </div>
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

type RowProps = { path: string; label: string; Icon: typeof IconFile; isActive: boolean; isFaulty: boolean; isNested?: boolean; onOpen: (path: string) => void };

function FileRow({ path, label, Icon, isActive, isFaulty, isNested = false, onOpen }: RowProps) {
  return (
    <UnstyledButton role="treeitem" aria-selected={isActive} className={classes.file} data-nested={isNested || undefined} data-faulty={isFaulty || undefined} onClick={() => onOpen(path)} title={path}>
      <Icon size={14} stroke={1.6} />
      <span className={classes.fileName}>{label}</span>
    </UnstyledButton>
  );
}
