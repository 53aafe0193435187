"use client";
import { useRouter } from "next/navigation";
import { Button, Skeleton } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { AuthCard } from "@/features/account/ui/AuthCard";
import { roleWords } from "../schema";
import { useLinkToken } from "./use-link-token";

/** The page of an invitation to build an app. */
export function AcceptInvite() {
  const router = useRouter();
  const token = useLinkToken("invitation");
  // Asked first: whoever is signed out goes to the sign-in and comes back.
  const { data: account } = trpc.account.current.useQuery();
  const invitation = trpc.collaborators.invitation.useQuery(
    { token: token ?? "" },
    { enabled: account !== undefined && token !== undefined && token !== "", retry: false },
  );
  const accept = trpc.collaborators.accept.useMutation({
    onSuccess: ({ appId }) => router.replace(`/build/app/${appId}`),
  });
  const failure = invitation.error && failureOf(invitation.error).message;
  if (failure || token === "")
    return (
      <AuthCard title="This invitation does not work" text={failure ?? "Copy the whole link."}>
        {account && failure && <span>You are signed in as {account.email}.</span>}
        <Button component="a" href="/home">
          Your apps
        </Button>
      </AuthCard>
    );
  if (!invitation.data || !token)
    return (
      <AuthCard title="Invitation">
        <Skeleton height={80} />
      </AuthCard>
    );
  const { appName, ownerEmail, role } = invitation.data;
  return (
    <AuthCard
      title={`Build ${appName} together`}
      text={`${ownerEmail} shares this app with you. ${roleWords[role].label}: ${roleWords[role].may.toLowerCase()}.`}
    >
      <Button loading={accept.isPending} onClick={() => accept.mutate({ token })}>
        Open the app
      </Button>
    </AuthCard>
  );
}
