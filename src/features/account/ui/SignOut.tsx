"use client";
import { useEffect, useRef } from "react";
import { Center, Text } from "@mantine/core";
import { trpc } from "@/api/client";
import { dropEdits } from "@/features/files/kept-edits";

/** Ends the session, then leaves by a full load, so that nothing of the account stays in memory. Code that waited to be saved goes too. */
export function SignOut() {
  const { mutate } = trpc.account.signOut.useMutation({
    meta: { quiet: true },
    onSettled: () => window.location.replace("/login"),
  });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    dropEdits();
    mutate();
  }, [mutate]);
  return (
    <Center mih="100dvh">
      <Text c="dimmed">Signing out…</Text>
    </Center>
  );
}
