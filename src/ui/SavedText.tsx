"use client";
import { useState } from "react";
import { Button, Group, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import { notifySuccess } from "./notify";

type Props = {
  label: string;
  placeholder: string;
  maxLength: number;
  /** The stored text; undefined while it loads. */
  value: string | undefined;
  /** What is said once it is saved. */
  savedWords: string;
  isSaving: boolean;
  /** Why saving failed. */
  failure: string | undefined;
  onSave: (text: string, onSaved: () => void) => void;
};

/** A long text with a button that saves it. */
export function SavedText({ value, ...rest }: Props) {
  return value === undefined ? <Skeleton height={140} /> : <Loaded value={value} {...rest} />;
}

function Loaded({
  label,
  placeholder,
  maxLength,
  value,
  savedWords,
  isSaving,
  failure,
  onSave,
}: Props & { value: string }) {
  const [text, setText] = useState(value);
  return (
    <Stack gap={12}>
      <Textarea
        label={label}
        placeholder={placeholder}
        autosize
        minRows={4}
        maxRows={14}
        maxLength={maxLength}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {failure && (
        <Text c="red" size="sm" role="alert">
          {failure}
        </Text>
      )}
      <Group>
        <Button
          loading={isSaving}
          disabled={text.trim() === value}
          onClick={() => onSave(text.trim(), () => notifySuccess(savedWords))}
        >
          Save
        </Button>
      </Group>
    </Stack>
  );
}
