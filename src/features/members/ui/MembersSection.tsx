"use client";
import { useState } from "react";
import { Button, Group, Select, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDownload, IconSearch, IconUserPlus } from "@tabler/icons-react";
import { Allowed } from "@/api/Allowed";
import { failureOf, trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { Failure } from "@/ui/Failure";
import { InviteDialog } from "./InviteDialog";
import { MemberTable } from "./MemberTable";
import { SignupSettings } from "./SignupSettings";
import { roleName, useRoles } from "./use-roles";

const searchDelayMs = 300;

/** Who may use the published app: whether strangers may sign up, open invitations, and its members. */
export function MembersSection({ appId }: { appId: string }) {
  const [isInviting, setIsInviting] = useState(false);
  const { may } = useRights(appId);
  return (
    <Stack component="section" gap={12} mt={40} aria-label="Members">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={3}>Members</Title>
          <Text size="sm" c="dimmed">
            People who sign in to the published app.
          </Text>
        </div>
        {may("manager") && (
          <Button size="xs" leftSection={<IconUserPlus size={15} />} onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        )}
      </Group>
      <Allowed appId={appId} right="manager">
        <SignupSettings appId={appId} />
      </Allowed>
      <Members appId={appId} />
      {isInviting && <InviteDialog appId={appId} onClose={() => setIsInviting(false)} />}
    </Stack>
  );
}

function Members({ appId }: { appId: string }) {
  const [search, setSearch] = useState("");
  const [role, setRole] = useState<string | null>(null);
  const [wanted] = useDebouncedValue(search.trim(), searchDelayMs);
  const roles = useRoles(appId);
  const invitations = trpc.members.invitations.useQuery({ appId });
  const pages = trpc.members.page.useInfiniteQuery(
    { appId, search: wanted, ...(role && { role }) },
    { getNextPageParam: ({ nextCursor }) => nextCursor, placeholderData: (before) => before },
  );
  const found = pages.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = pages.data?.pages[0]?.total ?? 0;
  const isFiltered = wanted !== "" || role !== null;
  const open = isFiltered ? [] : (invitations.data ?? []);
  if (pages.error && !pages.data)
    return <Failure message={failureOf(pages.error).message} onRetry={() => void pages.refetch()} />;
  if (!pages.data || !invitations.data) return <Skeleton height={80} />;
  const isEmpty = found.length + open.length === 0;
  return (
    <Stack gap={8}>
      {(!isEmpty || isFiltered) && (
        <Group gap={8}>
          <TextInput
            size="xs"
            flex={1}
            miw={140}
            leftSection={<IconSearch size={14} />}
            placeholder="Find by email"
            aria-label="Find by email"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Select
            size="xs"
            w={130}
            clearable
            placeholder="Any role"
            aria-label="Role"
            data={roles.map((value) => ({ value, label: roleName(value) }))}
            value={role}
            onChange={setRole}
          />
          <Button
            size="xs"
            variant="default"
            component="a"
            href={`/api/apps/${appId}/members/export`}
            leftSection={<IconDownload size={14} />}
          >
            Export
          </Button>
        </Group>
      )}
      {isEmpty ? (
        <Text size="sm" c="dimmed">
          {isFiltered ? "Nobody matches." : "Nobody yet. You can use the app yourself in the preview."}
        </Text>
      ) : (
        <MemberTable appId={appId} members={[...open, ...found]} />
      )}
      {pages.hasNextPage && (
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {found.length} of {total.toLocaleString("en-US")}
          </Text>
          <Button
            size="xs"
            variant="default"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        </Group>
      )}
    </Stack>
  );
}
