"use client";
import { useEffect, useEffectEvent } from "react";
import { useSearchParams } from "next/navigation";
import { Anchor, Button, Group, Skeleton } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { notifySuccess } from "@/ui/notify";
import { redirectTarget } from "../rules";
import { AuthCard } from "./AuthCard";
import { MailHint } from "./MailHint";
import { Refused } from "./Refused";

/** Polling: the link may be opened on another device. */
const lookEveryMs = 4_000;

/** /auth/verifyEmail: waits for verification, then continues to `continueUrl`. */
export function VerifyEmail() {
  const search = useSearchParams();
  const [continueUrl, appName] = [search.get("continueUrl") ?? undefined, search.get("appName") ?? undefined];
  const current = trpc.account.current.useQuery(undefined, {
    retry: false,
    refetchInterval: (query) => (query.state.error ? false : lookEveryMs),
  });
  const send = trpc.account.sendVerification.useMutation({
    meta: { quiet: true },
    onSuccess: () => notifySuccess("Mail sent"),
  });
  const isDone = current.data !== undefined && !current.data.mustVerifyEmail;
  const goOn = useEffectEvent(() =>
    window.location.replace(redirectTarget(continueUrl, window.location.origin) ?? "/home"),
  );
  useEffect(() => {
    if (isDone) goOn();
  }, [isDone]);
  const isOut = current.error !== null && failureOf(current.error).reason === "not-signed-in";
  useEffect(() => {
    if (isOut) window.location.replace("/login");
  }, [isOut]);

  const shown = appName?.slice(0, 80) || "Joinery";
  if (current.error && !isOut && !current.data)
    return <Failure message={failureOf(current.error).message} onRetry={() => void current.refetch()} />;
  return (
    <AuthCard
      title="Verify your email"
      text={current.data ? `We sent a link to ${current.data.email}. Open it to go on with ${shown}.` : "One moment…"}
    >
      {current.data ? <MailHint /> : <Skeleton height={48} />}
      <Refused error={send.error} />
      <Button
        fullWidth
        size="md"
        disabled={!current.data}
        loading={send.isPending}
        onClick={() => send.mutate({ continueUrl, appName: appName?.slice(0, 80) })}
      >
        Send the mail again
      </Button>
      <Group justify="space-between">
        <Anchor size="sm" href="/settings">
          Use another address
        </Anchor>
        <Anchor size="sm" href="/logout">
          Sign out
        </Anchor>
      </Group>
    </AuthCard>
  );
}
