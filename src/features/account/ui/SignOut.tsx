"use client";
import { useEffect, useRef } from "react";
import { Center, Text } from "@mantine/core";
import { trpc } from "@/api/client";
import { dropAllKept } from "@/ui/kept";

/**
 * Ends the session and does a full page load, so that nothing of the account stays in memory. Unsaved edits kept in the
 * browser are removed too.
 */
export function SignOut() {
  const { mutate } = trpc.account.signOut.useMutation({
    meta: { quiet: true },
    onSettled: () => window.location.replace("/login"),
  });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    dropAllKept();
    mutate();
  }, [mutate]);
  return (
    <Center mih="100dvh">
      <Text c="dimmed">Signing out…</Text>
    </Center>
  );
}
