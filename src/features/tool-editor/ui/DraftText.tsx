"use client";
import { useState } from "react";
import { Textarea, TextInput } from "@mantine/core";
import { useDraft } from "./DraftProvider";
import { MagicEdit } from "./MagicEdit";

type Props = {
  name: string;
  label: string;
  hint?: string;
  /** More than one line, growing. */
  rows?: number;
  max: number;
  placeholder?: string;
  /** What is wrong with a text. A wrong one stays in the field and is not saved. */
  check?: (text: string) => string | undefined;
};

/** One of the texts of what is edited. */
export function DraftText({ name, label, hint, rows, max, placeholder, check }: Props) {
  const { texts, setText } = useDraft();
  const [wrong, setWrong] = useState<string>();
  const value = wrong ?? (typeof texts[name] === "string" ? texts[name] : "");
  const problem = wrong === undefined ? undefined : check?.(wrong);
  const type = (text: string) => {
    const isWrong = check?.(text) !== undefined;
    setWrong(isWrong ? text : undefined);
    if (!isWrong) setText(name, text);
  };
  const common = {
    label,
    description: hint,
    placeholder,
    maxLength: max,
    value,
    rightSection:
      rows !== undefined && value.trim() !== "" ? (
        <MagicEdit label={label} text={value} max={max} onText={type} />
      ) : undefined,
    error: problem ?? (value.length >= max ? `${max.toLocaleString("en-US")} characters max` : undefined),
  };
  if (rows === undefined) return <TextInput {...common} onChange={({ currentTarget }) => type(currentTarget.value)} />;
  return (
    <Textarea
      {...common}
      autosize
      minRows={rows}
      maxRows={14}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
