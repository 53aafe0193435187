"use client";
import { useState } from "react";
import { PasswordInput, Text } from "@mantine/core";
import { FormDialog } from "@/ui/FormDialog";

type Props = Omit<Parameters<typeof FormDialog>[0], "children" | "onSubmit"> & {
  text: string;
  onPassword: (password: string) => void;
};

/** Asks for the account's password before something that whoever borrows a browser may not do. */
export function PasswordDialog({ text, isReady = true, onPassword, ...dialog }: Props) {
  const [password, setPassword] = useState("");
  return (
    <FormDialog {...dialog} isReady={isReady && password !== ""} onSubmit={() => onPassword(password)}>
      <Text size="sm">{text}</Text>
      <PasswordInput
        label="Password, to confirm"
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
