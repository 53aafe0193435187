"use client";
import { useState } from "react";
import { Badge, Button, Group, Menu, Skeleton, Stack, Switch, Table, Text, Title, UnstyledButton } from "@mantine/core";
import { IconDots, IconUserPlus } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { roleName, useRoles } from "./use-roles";
import { notify, notifySuccess } from "@/ui/notify";
import type { MemberEntry, MemberState } from "../schema";
import { InviteDialog } from "./InviteDialog";

/** Who may use the published app: its members, open invitations, and whether strangers may sign up. */
export function MembersSection({ appId }: { appId: string }) {
  const [isInviting, setIsInviting] = useState(false);
  const members = trpc.members.list.useQuery({ appId });
  return (
    <Stack component="section" gap={12} mt={40} aria-label="Members">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={3}>Members</Title>
          <Text size="sm" c="dimmed">
            People who sign in to the published app.
          </Text>
        </div>
        <Button size="xs" leftSection={<IconUserPlus size={15} />} onClick={() => setIsInviting(true)}>
          Invite
        </Button>
      </Group>
      <SignupSwitch appId={appId} />
      {members.error && !members.data ? (
        <Failure message={failureOf(members.error).message} onRetry={() => void members.refetch()} />
      ) : members.data ? (
        <MemberTable appId={appId} members={members.data} />
      ) : (
        <Skeleton height={80} />
      )}
      {isInviting && <InviteDialog appId={appId} onClose={() => setIsInviting(false)} />}
    </Stack>
  );
}

function SignupSwitch({ appId }: { appId: string }) {
  const utils = trpc.useUtils();
  const signup = trpc.members.signup.useQuery({ appId });
  const change = trpc.members.setSignup.useMutation({
    onSuccess: () => utils.members.signup.invalidate({ appId }),
  });
  return (
    <Switch
      label="Anybody can sign up"
      description="Off: new members come by invitation only. On: whoever opens the app can become a member."
      checked={signup.data?.isSignupEnabled ?? false}
      disabled={!signup.data || change.isPending}
      onChange={(event) => change.mutate({ appId, isSignupEnabled: event.currentTarget.checked })}
    />
  );
}

const states: Record<MemberState, { label: string; color: string }> = {
  active: { label: "Active", color: "green" },
  disabled: { label: "Disabled", color: "gray" },
  invited: { label: "Invited", color: "blue" },
  expired: { label: "Expired", color: "gray" },
};

function MemberTable({ appId, members }: { appId: string; members: MemberEntry[] }) {
  if (members.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nobody yet. You can use the app yourself in the preview.
      </Text>
    );
  return (
    <Table verticalSpacing={6} horizontalSpacing={8} fz="sm" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Person</Table.Th>
          <Table.Th w={72}>Role</Table.Th>
          <Table.Th w={96}>State</Table.Th>
          <Table.Th w={44} />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map((entry) => (
          <Table.Tr key={entry.id}>
            <Table.Td>
              <Text size="sm" truncate title={entry.email ?? undefined} c={entry.email ? undefined : "dimmed"}>
                {entry.email ?? "Whoever has the link"}
              </Text>
            </Table.Td>
            <Table.Td>{roleName(entry.role)}</Table.Td>
            <Table.Td>
              <Badge variant="light" color={states[entry.state].color} tt="none">
                {states[entry.state].label}
              </Badge>
            </Table.Td>
            <Table.Td>
              <EntryMenu appId={appId} entry={entry} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function EntryMenu({ appId, entry }: { appId: string; entry: MemberEntry }) {
  const utils = trpc.useUtils();
  const refresh = () => utils.members.list.invalidate({ appId });
  const revoke = trpc.members.revoke.useMutation({
    onSuccess: async () => {
      await refresh();
      notifySuccess("Invitation withdrawn");
    },
  });
  const update = trpc.members.update.useMutation({
    onSuccess: async (_answer, { isDisabled }) => {
      await refresh();
      if (isDisabled)
        notify(`${entry.email} can no longer sign in`, {
          action: { label: "Undo", onClick: () => update.mutate({ appId, memberId: entry.id, isDisabled: false }) },
        });
    },
  });
  const roles = useRoles(appId);
  const isMember = entry.state === "active" || entry.state === "disabled";
  const set = (change: { role?: string; isDisabled?: boolean }) =>
    update.mutate({ appId, memberId: entry.id, ...change });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton p={4} aria-label={`Actions for ${entry.email ?? "this invitation"}`}>
          <IconDots size={16} style={{ display: "block" }} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {isMember ? (
          <>
            {roles
              .filter((role) => role !== entry.role)
              .map((role) => (
                <Menu.Item key={role} onClick={() => set({ role })}>
                  Make {/^[aeio]/.test(role) ? "an" : "a"} {roleName(role).toLowerCase()}
                </Menu.Item>
              ))}
            <Menu.Item
              color={entry.state === "active" ? "red" : undefined}
              onClick={() => set({ isDisabled: entry.state === "active" })}
            >
              {entry.state === "active" ? "Disable" : "Enable"}
            </Menu.Item>
          </>
        ) : (
          <Menu.Item c="var(--mantine-color-red-text)" onClick={() => revoke.mutate({ appId, invitationId: entry.id })}>
            Withdraw invitation
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
