"use client";
import { useState } from "react";
import { Button, Menu, Text } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import type { TableColumn } from "@/features/entities/columns";
import { addCondition, conditionsMax, effectiveConditions, type Filter } from "./filters";

type Props = { columns: TableColumn[]; filter: Filter; onChange: (filter: Filter) => void };

/** Button to add a condition: chooses its column. */
export function FilterMenu({ columns, filter, onChange }: Props) {
  const count = effectiveConditions(filter, columns);
  // The new condition's input takes the focus; the menu would take it back to its button.
  const [hasChosen, setHasChosen] = useState(false);
  return (
    <Menu position="bottom-start" width={220} returnFocus={!hasChosen} onOpen={() => setHasChosen(false)}>
      <Menu.Target>
        <Button
          size="xs"
          variant={count > 0 ? "light" : "default"}
          leftSection={<IconFilter size={14} />}
          disabled={filter.conditions.length >= conditionsMax}
        >
          {count > 0 ? `Filter (${count})` : "Filter"}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        <Menu.Label>Rows where</Menu.Label>
        {columns.map((column) => (
          <Menu.Item
            key={column.id}
            onClick={() => {
              setHasChosen(true);
              onChange(addCondition(filter, column));
            }}
          >
            {column.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Empty state of a filter without matches. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        No rows match
      </Text>
      <Button size="xs" variant="default" onClick={onClear}>
        Clear filters
      </Button>
    </>
  );
}
