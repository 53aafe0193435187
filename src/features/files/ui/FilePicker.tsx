import { ActionIcon, Menu, Select } from "@mantine/core";
import { IconChevronLeft, IconDots, IconFilePlus } from "@tabler/icons-react";
import type { CodeDialog, CodeTool } from "./code-tools";
import classes from "./code-panel.module.css";

type Props = {
  paths: string[];
  active: string | undefined;
  onOpen: (path: string | undefined) => void;
  mayEdit: boolean;
  tools: CodeTool[];
  onDialog: (dialog: CodeDialog) => void;
};

/** In place of the file tree on a phone: a list of all files, and what else the tree's column has. */
export function FilePicker({ paths, active, onOpen, mayEdit, tools, onDialog }: Props) {
  return (
    <div className={classes.picker}>
      <ActionIcon variant="default" size={36} aria-label="All files" onClick={() => onOpen(undefined)}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <Select
        flex={1}
        aria-label="File"
        placeholder="Select a file to edit"
        searchable
        data={paths}
        value={active ?? null}
        onChange={(path) => path && onOpen(path)}
      />
      {tools.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="Code actions">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {mayEdit && (
              <Menu.Item leftSection={<IconFilePlus size={15} />} onClick={() => onDialog("new")}>
                New file
              </Menu.Item>
            )}
            {tools.map(({ label, Icon, dialog }) => (
              <Menu.Item key={label} leftSection={<Icon size={15} />} onClick={() => onDialog(dialog)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
