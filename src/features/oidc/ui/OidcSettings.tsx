"use client";
import { useState } from "react";
import { useSearchParams } from "next/navigation";
import { Button, Group, Skeleton, Text } from "@mantine/core";
import { failureOf, trpc, wordsOf } from "@/api/client";
import { PasswordDialog } from "@/features/account/ui/PasswordDialog";
import { Refused } from "@/features/account/ui/Refused";
import { SettingsSection } from "@/features/account/ui/SettingsSection";
import { Failure } from "@/ui/Failure";
import { problemWords } from "../rules";

/** Connects the account with the company's provider, where the installation has one. */
export function OidcSettings() {
  const provider = trpc.oidc.provider.useQuery(undefined, { staleTime: Infinity });
  return provider.data ? <Connection name={provider.data.name} /> : null;
}

function Connection({ name }: { name: string }) {
  const problem = problemWords(useSearchParams().get("problem"));
  const connected = trpc.oidc.connected.useQuery();
  const [isAsking, setIsAsking] = useState(false);
  const people = connected.data;
  return (
    <SettingsSection title={`Sign in with ${name}`} text={`Opens this account by your account at ${name}.`}>
      {problem && <Refused error={new Error(problem)} />}
      {people ? (
        <Group gap={12}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {people.length === 0 ? "Not connected." : `Connected: ${people.map(({ email }) => email).join(", ")}`}
          </Text>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            {people.length === 0 ? `Connect ${name}` : "Disconnect"}
          </Button>
        </Group>
      ) : connected.error ? (
        <Failure message={failureOf(connected.error).message} onRetry={() => void connected.refetch()} />
      ) : (
        <Skeleton height={36} />
      )}
      {isAsking && people && <Confirm name={name} isConnected={people.length > 0} onClose={() => setIsAsking(false)} />}
    </SettingsSection>
  );
}

function Confirm({ name, isConnected, onClose }: { name: string; isConnected: boolean; onClose: () => void }) {
  const utils = trpc.useUtils();
  const begin = trpc.oidc.beginConnecting.useMutation({
    meta: { quiet: true },
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const disconnect = trpc.oidc.disconnect.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await utils.oidc.connected.invalidate();
      onClose();
    },
  });
  const call = isConnected ? disconnect : begin;
  return (
    <PasswordDialog
      title={isConnected ? `Disconnect ${name}` : `Connect ${name}`}
      text={
        isConnected
          ? "You then sign in with your password or a passkey. Without a password yet, set one first."
          : `You sign in at ${name} now, and come back here.`
      }
      action={isConnected ? "Disconnect" : "Go on"}
      isPending={call.isPending || begin.isSuccess}
      error={wordsOf(call.error)}
      onPassword={(password) => call.mutate({ password })}
      onClose={onClose}
    />
  );
}
