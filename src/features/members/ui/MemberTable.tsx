"use client";
import { Badge, Menu, Table, Text } from "@mantine/core";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { notify, notifySuccess } from "@/ui/notify";
import { paidWords } from "../rules";
import type { MemberEntry, MemberState } from "../schema";
import { roleName, useRoles } from "./use-roles";

const states: Record<MemberState, { label: string; color: string }> = {
  active: { label: "Active", color: "green" },
  disabled: { label: "Disabled", color: "gray" },
  invited: { label: "Invited", color: "blue" },
  expired: { label: "Expired", color: "gray" },
};

export function MemberTable({ appId, members }: { appId: string; members: MemberEntry[] }) {
  const { may } = useRights(appId);
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
              {entry.paidUntil && (
                <Text size="xs" c="dimmed">
                  {paidWords(entry.paidUntil)}
                </Text>
              )}
            </Table.Td>
            <Table.Td>{roleName(entry.role)}</Table.Td>
            <Table.Td>
              <Badge variant="light" color={states[entry.state].color} tt="none">
                {states[entry.state].label}
              </Badge>
            </Table.Td>
            <Table.Td>{may("manager") && <EntryMenu appId={appId} entry={entry} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function EntryMenu({ appId, entry }: { appId: string; entry: MemberEntry }) {
  const isMember = entry.state === "active" || entry.state === "disabled";
  return (
    <ActionsMenu label={`Actions for ${entry.email ?? "this invitation"}`}>
      {isMember ? <MemberItems appId={appId} entry={entry} /> : <InvitationItem appId={appId} entry={entry} />}
    </ActionsMenu>
  );
}

function useRefresh(appId: string) {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.members.page.invalidate({ appId }), utils.members.invitations.invalidate({ appId })]);
}

function InvitationItem({ appId, entry }: { appId: string; entry: MemberEntry }) {
  const refresh = useRefresh(appId);
  const revoke = trpc.members.revoke.useMutation({
    onSuccess: async () => {
      await refresh();
      notifySuccess("Invitation withdrawn");
    },
  });
  return (
    <Menu.Item c="var(--mantine-color-red-text)" onClick={() => revoke.mutate({ appId, invitationId: entry.id })}>
      Withdraw invitation
    </Menu.Item>
  );
}

function MemberItems({ appId, entry }: { appId: string; entry: MemberEntry }) {
  const refresh = useRefresh(appId);
  const roles = useRoles(appId);
  const update = trpc.members.update.useMutation({
    onSuccess: async (_answer, { isDisabled }) => {
      await refresh();
      if (isDisabled)
        notify(`${entry.email} can no longer sign in`, {
          action: { label: "Undo", onClick: () => update.mutate({ appId, memberId: entry.id, isDisabled: false }) },
        });
    },
  });
  const putBack = trpc.members.undoRemoval.useMutation({ onSuccess: refresh });
  const remove = trpc.members.remove.useMutation({
    onSuccess: async ({ undo }) => {
      await refresh();
      notify(`${entry.email} is no longer a member`, {
        action: { label: "Undo", onClick: () => putBack.mutate({ appId, undo }) },
      });
    },
  });
  const set = (change: { role?: string; isDisabled?: boolean }) =>
    update.mutate({ appId, memberId: entry.id, ...change });
  return (
    <>
      {roles
        .filter((role) => role !== entry.role)
        .map((role) => (
          <Menu.Item key={role} onClick={() => set({ role })}>
            Make {/^[aeio]/.test(role) ? "an" : "a"} {roleName(role).toLowerCase()}
          </Menu.Item>
        ))}
      <Menu.Item onClick={() => set({ isDisabled: entry.state === "active" })}>
        {entry.state === "active" ? "Disable" : "Enable"}
      </Menu.Item>
      <Menu.Item c="var(--mantine-color-red-text)" onClick={() => remove.mutate({ appId, memberId: entry.id })}>
        Remove
      </Menu.Item>
    </>
  );
}
