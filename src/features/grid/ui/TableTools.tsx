"use client";
import type { ReactNode } from "react";
import { ActionIcon, Button, Group, Menu, Text, TextInput } from "@mantine/core";
import {
  IconDots,
  IconFileExport,
  IconFileImport,
  IconPlus,
  IconSearch,
  IconTableExport,
  IconTrash,
} from "@tabler/icons-react";
import classes from "./grid.module.css";

type Props = {
  search: string;
  onSearch: (text: string) => void;
  count: string;
  /** Number of selected rows. */
  marked: number;
  onDelete: () => void;
  removal: { done: number; total: number; cancel: () => void } | undefined;
  onImport: () => void;
  /** @param isGuarded protects spreadsheets from formula injection */
  onExport: (isGuarded: boolean) => void;
  onAdd: () => void;
  filter: ReactNode;
  history: ReactNode;
  permissions: ReactNode;
};

/** Toolbar of a table: search and filter left, actions right; two rows on a phone. */
export function TableTools({
  search,
  onSearch,
  count,
  marked,
  onDelete,
  removal,
  onImport,
  onExport,
  onAdd,
  filter,
  history,
  permissions,
}: Props) {
  return (
    <div className={classes.tools}>
      <Group gap={8} wrap="nowrap" className={classes.finding}>
        <TextInput
          size="xs"
          aria-label="Search rows"
          placeholder="Search"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          className={classes.search}
        />
        {filter}
        <Text size="xs" c="dimmed" aria-live="polite" className={classes.count}>
          {count}
        </Text>
      </Group>
      <Group gap={8} wrap="nowrap" className={classes.doing}>
        {removal ? (
          <Button size="xs" variant="default" onClick={removal.cancel}>
            Deleting {removal.done} of {removal.total}. Cancel
          </Button>
        ) : (
          marked > 0 && (
            <Button size="xs" variant="light" color="red" leftSection={<IconTrash size={14} />} onClick={onDelete}>
              Delete {marked}
            </Button>
          )
        )}
        {history}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label="Import and export">
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={onImport}>
              Import CSV
            </Menu.Item>
            <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => onExport(false)}>
              Export CSV
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTableExport size={16} />}
              title="Texts that look like formulas get a ' before them, so that none is run"
              onClick={() => onExport(true)}
            >
              Export for a spreadsheet
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {permissions}
        <Button size="xs" leftSection={<IconPlus size={14} />} onClick={onAdd} className={classes.add}>
          Add row
        </Button>
      </Group>
    </div>
  );
}
