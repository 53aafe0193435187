"use client";
import { useState } from "react";
import { useRouter } from "next/navigation";
import { Button, Skeleton, TextInput } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { AuthCard } from "@/features/account/ui/AuthCard";
import { notifySuccess } from "@/ui/notify";
import { useLinkToken } from "./use-link-token";

/** The page by which a customer takes an app over: the link, and the code that came with it. */
export function ClaimApp() {
  const router = useRouter();
  const token = useLinkToken("claim");
  const [code, setCode] = useState("");
  const { data: account } = trpc.account.current.useQuery();
  const claimed = trpc.collaborators.claimed.useQuery(
    { token: token ?? "" },
    { enabled: account !== undefined && token !== undefined && token !== "", retry: false },
  );
  const claim = trpc.collaborators.claim.useMutation({
    meta: { quiet: true },
    onSuccess: ({ appId }) => {
      notifySuccess("The app is yours");
      router.replace(`/build/app/${appId}`);
    },
  });
  const failure = claimed.error && failureOf(claimed.error).message;
  if (failure || token === "")
    return (
      <AuthCard title="This link does not work" text={failure ?? "Copy the whole link."}>
        <Button component="a" href="/home">
          Your apps
        </Button>
      </AuthCard>
    );
  if (!claimed.data || !token)
    return (
      <AuthCard title="Claim an app">
        <Skeleton height={80} />
      </AuthCard>
    );
  const { appName, ownerEmail } = claimed.data;
  return (
    <AuthCard
      title={`Take over ${appName}`}
      text={`${ownerEmail} hands this app to you, with its data, members and settings. You will be its owner, as ${account?.email}.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          claim.mutate({ token, code });
        }}
      >
        <TextInput
          label="Code"
          required
          autoComplete="off"
          autoFocus
          mb={16}
          value={code}
          error={claim.error && failureOf(claim.error).message}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={claim.isPending} disabled={code.trim() === ""}>
          Take over
        </Button>
      </form>
    </AuthCard>
  );
}
