"use client";
import { ActionIcon, Button, Group, SegmentedControl, Select, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import type { TableColumn } from "@/features/entities/columns";
import {
  addCondition,
  changeCondition,
  conditionsMax,
  type Filter,
  type Match,
  noFilter,
  operatorsOf,
  operatorWords,
  removeCondition,
  startOf,
  takesValue,
} from "./filters";
import classes from "./grid.module.css";

type Names = Record<string, Map<string, string>>;
type Props = { columns: TableColumn[]; names: Names; filter: Filter; onChange: (filter: Filter) => void };

/** The filter's conditions: column, operator, value. */
export function FilterBar({ columns, names, filter, onChange }: Props) {
  const { conditions, match } = filter;
  return (
    <div className={classes.filters} role="group" aria-label="Filters">
      {conditions.map(({ id, field, operator, value, startsAt }) => {
        const column = columns.find((one) => one.id === field);
        if (!column) return null;
        const change = (next: Parameters<typeof changeCondition>[2]) => onChange(changeCondition(filter, id, next));
        return (
          <Group
            key={id}
            gap={4}
            wrap="nowrap"
            className={classes.condition}
            role="group"
            aria-label={`Filter by ${column.label}`}
          >
            <Select
              size="xs"
              className={classes.filterColumn}
              aria-label="Column"
              autoFocus={startsAt === "column"}
              allowDeselect={false}
              data={columns.map((one) => ({ value: one.id, label: one.label }))}
              value={column.id}
              onChange={(next) => change(startOf(columns.find((one) => one.id === next)!))}
            />
            <Select
              size="xs"
              className={classes.filterOperator}
              aria-label="Operator"
              autoFocus={startsAt === "value" && !takesValue(operator)}
              allowDeselect={false}
              data={operatorsOf(column).map((one) => ({ value: one, label: operatorWords(one, column.dataType) }))}
              value={operator}
              onChange={(next) => next && change({ operator: next })}
            />
            {takesValue(operator) && (
              <ValueInput
                key={field}
                column={column}
                names={names[field]}
                value={value}
                isFirst={startsAt === "value"}
                onChange={(next) => change({ value: next })}
              />
            )}
            <ActionIcon
              size={26}
              variant="subtle"
              color="gray"
              aria-label={`Remove the filter by ${column.label}`}
              onClick={() => onChange(removeCondition(filter, id))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        );
      })}
      <Group gap={8} wrap="nowrap">
        {conditions.length < conditionsMax && (
          <ActionIcon
            size={26}
            variant="default"
            aria-label="Add a condition"
            onClick={() => onChange(addCondition(filter, columns[0]!, "column"))}
          >
            <IconPlus size={14} />
          </ActionIcon>
        )}
        {conditions.length > 1 && (
          <SegmentedControl<Match>
            aria-label="Match"
            data={[
              { value: "all", label: "All" },
              { value: "any", label: "Any" },
            ]}
            value={match}
            onChange={(next) => onChange({ ...filter, match: next })}
          />
        )}
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange(noFilter)}>
          Clear filters
        </Button>
      </Group>
    </div>
  );
}

type InputProps = {
  column: TableColumn;
  names: Map<string, string> | undefined;
  value: string;
  /** Takes the focus when it appears. */
  isFirst: boolean;
  onChange: (value: string) => void;
};

function ValueInput({ column, names, value, isFirst, onChange }: InputProps) {
  const common = {
    size: "xs",
    "aria-label": "Value",
    className: classes.filterValue,
    autoFocus: isFirst,
  } as const;
  const options = names
    ? [...names].map(([id, label]) => ({ value: id, label }))
    : column.dataType === "boolean"
      ? [
          { value: "true", label: "Yes" },
          { value: "false", label: "No" },
        ]
      : column.options.map((option) => ({ value: option, label: option }));
  if (names || column.dataType === "boolean" || column.dataType === "select" || column.dataType === "multiselect")
    return (
      <Select
        {...common}
        searchable={options.length > 8}
        placeholder="Value"
        allowDeselect={false}
        data={options}
        value={value || null}
        onChange={(next) => onChange(next ?? "")}
      />
    );
  const type = column.dataType === "datetime" ? "date" : "text";
  return (
    <TextInput
      {...common}
      type={type}
      inputMode={column.dataType === "number" ? "decimal" : undefined}
      placeholder="Value"
      value={value}
      error={column.dataType === "number" && value !== "" && !Number.isFinite(Number(value))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
