"use client";
import { useState } from "react";
import { Menu } from "@mantine/core";
import {
  IconCheck,
  IconColumnInsertLeft,
  IconColumnInsertRight,
  IconPencil,
  IconSortAscending,
  IconSortDescending,
  IconTag,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { useReturnFocus } from "@/ui/return-focus";
import type { TableColumn } from "../columns";
import { takesOptions } from "./ColumnFields";
import { AddColumn, AddOption, DeleteColumn, EditColumn } from "./ColumnForms";
import type { At, ColumnChanges } from "./use-column-change";

type MenuProps = {
  at: At;
  columnChanges: ColumnChanges;
  fields: string[];
  column: TableColumn;
  x: number;
  y: number;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onClose: () => void;
};

/** "Column header menus: update type or header, add column left or right, delete column" (2-builder.md §2). */
export function ColumnMenu({ at, columnChanges, fields, column, x, y, sort, onSort, onClose }: MenuProps) {
  const [dialog, setDialog] = useState<"edit" | "option" | "left" | "right" | "delete">();
  useReturnFocus(true);
  return (
    <>
      <Menu
        opened={dialog === undefined}
        onClose={() => dialog === undefined && onClose()}
        position="bottom-start"
        width={220}
      >
        <Menu.Target>
          {/* The menu says that it belongs to a button: the header is drawn on the grid's canvas. */}
          <div role="button" aria-label="Column" style={{ position: "fixed", left: x, top: y, width: 1, height: 1 }} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconSortAscending size={16} />}
            rightSection={sort === column.id && <IconCheck size={14} />}
            onClick={() => onSort(column.id)}
          >
            Sort ascending
          </Menu.Item>
          <Menu.Item
            leftSection={<IconSortDescending size={16} />}
            rightSection={sort === `-${column.id}` && <IconCheck size={14} />}
            onClick={() => onSort(`-${column.id}`)}
          >
            Sort descending
          </Menu.Item>
          {sort?.replace("-", "") === column.id && (
            <Menu.Item leftSection={<IconX size={16} />} onClick={() => onSort(undefined)}>
              Clear sort
            </Menu.Item>
          )}
          {!column.readonly && (
            <>
              <Menu.Divider />
              <Menu.Item
                closeMenuOnClick={false}
                leftSection={<IconPencil size={16} />}
                onClick={() => setDialog("edit")}
              >
                Update type or header
              </Menu.Item>
              {takesOptions(column.dataType) && (
                <Menu.Item
                  closeMenuOnClick={false}
                  leftSection={<IconTag size={16} />}
                  onClick={() => setDialog("option")}
                >
                  Add option
                </Menu.Item>
              )}
              <Menu.Item
                closeMenuOnClick={false}
                leftSection={<IconColumnInsertLeft size={16} />}
                onClick={() => setDialog("left")}
              >
                Add column left
              </Menu.Item>
              <Menu.Item
                closeMenuOnClick={false}
                leftSection={<IconColumnInsertRight size={16} />}
                onClick={() => setDialog("right")}
              >
                Add column right
              </Menu.Item>
              <Menu.Item
                closeMenuOnClick={false}
                c="var(--mantine-color-red-text)"
                leftSection={<IconTrash size={16} />}
                onClick={() => setDialog("delete")}
              >
                Delete column
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === "option" && <AddOption columnChanges={columnChanges} column={column} onClose={onClose} />}
      {dialog === "edit" && <EditColumn at={at} columnChanges={columnChanges} column={column} onClose={onClose} />}
      {dialog === "delete" && <DeleteColumn at={at} columnChanges={columnChanges} column={column} onClose={onClose} />}
      {(dialog === "left" || dialog === "right") && (
        <AddColumn
          columnChanges={columnChanges}
          taken={fields}
          beside={{ field: column.id, side: dialog }}
          onClose={onClose}
        />
      )}
    </>
  );
}
