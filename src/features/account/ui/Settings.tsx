"use client";
import type { ReactNode } from "react";
import { Skeleton, Stack, Text, Title } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { AssistantSettings } from "./AssistantSettings";
import { EmailSettings } from "./EmailSettings";
import { LeaveSettings } from "./LeaveSettings";
import { PasswordSettings } from "./PasswordSettings";
import { SecuritySettings } from "./SecuritySettings";
import { SessionSettings } from "./SessionSettings";

/** /settings: everything about the account itself. */
export function Settings({ connections }: { /** Other accounts that open this one. */ connections: ReactNode }) {
  const current = trpc.account.current.useQuery();
  if (current.error && !current.data)
    return <Failure message={failureOf(current.error).message} onRetry={() => void current.refetch()} />;
  return (
    <Stack component="main" gap={24} maw={720} mx="auto" px={{ base: 16, xs: 24 }} py={{ base: 24, xs: 40 }}>
      <div>
        <Title order={1}>Account settings</Title>
        {current.data && (
          <Text c="dimmed" size="sm">
            {current.data.email}
            {current.data.isAdmin ? " · Admin" : ""}
          </Text>
        )}
      </div>
      {current.data ? (
        <>
          <EmailSettings account={current.data} />
          <PasswordSettings email={current.data.email} hasPassword={current.data.hasPassword} />
          <SecuritySettings />
          {connections}
          <AssistantSettings />
          <SessionSettings />
          <LeaveSettings />
        </>
      ) : (
        <Skeleton height={320} />
      )}
    </Stack>
  );
}
