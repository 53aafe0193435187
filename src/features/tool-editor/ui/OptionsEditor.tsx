"use client";
import { useState } from "react";
import { ActionIcon, Button, Group, Input, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { optionIssue } from "@/features/tools/check-definition";
import { moved, newName } from "@/features/tools/rules";
import { optionMax, optionsMax } from "@/features/tools/schema";
import { PictureInput } from "./PictureInput";
import { SortableList } from "./SortableList";
import classes from "./panel.module.css";

type Option = { label: string; iconUrl: string };
type Props = { first: Option[]; onChange: (options: Option[]) => void; problem: string | undefined };

/** The choices of a field, each with a label and an icon, in an order of the builder's own. */
export function OptionsEditor({ first, onChange, problem }: Props) {
  const [next, setNext] = useState("");
  const [issue, setIssue] = useState<string>();
  // Neither its place nor its label is an option's key: both change while it is edited.
  const [rows, setRows] = useState(() => first.map((option, index) => ({ ...option, key: `first-${index}` })));
  const options: Option[] = rows;
  const put = (next: typeof rows) => {
    setRows(next);
    onChange(next.map(({ label, iconUrl }) => ({ label, iconUrl })));
  };
  const set = (index: number, change: Partial<Option>) =>
    put(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  const others = (index: number) => options.flatMap(({ label }, at) => (at === index ? [] : [label]));
  const add = () => {
    const wrong = optionIssue(next, others(-1));
    setIssue(wrong);
    if (wrong) return;
    put([...rows, { label: next.trim(), iconUrl: "", key: newName(8, Math.random) }]);
    setNext("");
  };
  return (
    <Input.Wrapper label="Options" error={issue ?? problem} labelElement="div">
      <Stack gap={8} mt={4}>
        <SortableList
          label="Options"
          items={rows}
          idOf={({ key }) => key}
          nameOf={({ label }) => label}
          onMove={(from, to) => put(moved(rows, from, to))}
        >
          {({ label, iconUrl }, index) => (
            <>
              <PictureInput
                label={`Icon of ${label}`}
                value={iconUrl}
                onChange={(url) => set(index, { iconUrl: url })}
                isSmall
              />
              <TextInput
                className={classes.words}
                variant="unstyled"
                aria-label={`Option ${index + 1}`}
                maxLength={optionMax}
                value={label}
                error={optionIssue(label, others(index))}
                onChange={({ currentTarget }) => set(index, { label: currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${label || `option ${index + 1}`}`}
                onClick={() => put(rows.filter((_, at) => at !== index))}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </>
          )}
        </SortableList>
        <Group gap={8} wrap="nowrap">
          <TextInput
            className={classes.words}
            aria-label="New option"
            placeholder="New option"
            maxLength={optionMax}
            value={next}
            onChange={({ currentTarget }) => {
              setNext(currentTarget.value);
              setIssue(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
              event.preventDefault();
              add();
            }}
          />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={add}
            disabled={options.length >= optionsMax}
          >
            Add
          </Button>
        </Group>
        {options.length >= optionsMax && (
          <Text size="xs" c="dimmed">
            A field has at most {optionsMax} options.
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
