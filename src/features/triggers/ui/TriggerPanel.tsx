"use client";
import { Skeleton } from "@mantine/core";
import { failureOf, trpc, whileAppExists } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { FunctionTriggers } from "./FunctionTriggers";

/** New runs show without a reload. */
const refreshMs = 10_000;

/** One function's triggers, beside its code. */
export function TriggerPanel({ appId, name }: { appId: string; name: string }) {
  const triggers = trpc.triggers.get.useQuery({ appId, name }, { refetchInterval: whileAppExists(refreshMs) });
  if (triggers.error && !triggers.data)
    return <Failure message={failureOf(triggers.error).message} onRetry={() => void triggers.refetch()} />;
  if (!triggers.data) return <Skeleton m={12} width="auto" height={120} />;
  return (
    <div style={{ padding: 12 }}>
      <FunctionTriggers appId={appId} view={triggers.data} />
    </div>
  );
}
