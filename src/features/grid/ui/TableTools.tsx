"use client";
import type { ReactNode } from "react";
import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconPlus, IconSearch, IconTrash } from "@tabler/icons-react";
import classes from "./grid.module.css";

type Props = {
  search: string;
  onSearch: (text: string) => void;
  count: string;
  /** Number of selected rows. */
  marked: number;
  onDelete: () => void;
  removal: { done: number; total: number; cancel: () => void } | undefined;
  /** Why no row may be added, in words. */
  addRefusal: string | undefined;
  onAdd: () => void;
  filter: ReactNode;
  history: ReactNode;
  transfer: ReactNode;
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
  addRefusal,
  onAdd,
  filter,
  history,
  transfer,
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
        {transfer}
        {permissions}
        <Button
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={addRefusal !== undefined}
          title={addRefusal}
          onClick={onAdd}
          className={classes.add}
        >
          Add row
        </Button>
      </Group>
    </div>
  );
}
