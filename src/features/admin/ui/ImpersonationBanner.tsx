"use client";
import { Button, Group, Text } from "@mantine/core";
import { usePathname } from "next/navigation";
import { trpc } from "@/api/client";
import { isOpenPath } from "@/api/rules";

/** Banner on every page of an impersonated session, with a way back. */
export function ImpersonationBanner() {
  const isGuarded = !isOpenPath(usePathname());
  const { data } = trpc.admin.impersonation.useQuery(undefined, { enabled: isGuarded, staleTime: Infinity });
  const leave = trpc.admin.leave.useMutation({ onSuccess: () => window.location.assign("/admin") });
  if (!data) return null;
  return (
    <Group
      role="status"
      justify="center"
      gap={12}
      px={16}
      py={6}
      wrap="nowrap"
      style={{
        position: "fixed",
        bottom: 16,
        left: "50%",
        transform: "translateX(-50%)",
        zIndex: 300,
        maxWidth: "calc(100vw - 32px)",
        borderRadius: 8,
        background: "var(--mantine-color-red-filled)",
        color: "#fff",
        boxShadow: "var(--mantine-shadow-md)",
      }}
    >
      <Text size="sm" truncate>
        You are signed in as {data.email}
      </Text>
      <Button size="compact-sm" variant="white" color="dark" loading={leave.isPending} onClick={() => leave.mutate()}>
        Go back
      </Button>
    </Group>
  );
}
