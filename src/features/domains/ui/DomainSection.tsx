"use client";
import { useState } from "react";
import { Anchor, Badge, Button, Code, Group, Skeleton, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { Allowed } from "@/api/Allowed";
import { failureOf, trpc } from "@/api/client";
import { problemOf } from "@/input-words";
import { Failure } from "@/ui/Failure";
import { notify, notifySuccess } from "@/ui/notify";
import { RelativeTime } from "@/ui/RelativeTime";
import { CopyIcon } from "@/ui/CopyText";
import { type DnsRecord, domainNameSchema, type DomainView } from "../schema";

/** The app's own domain: asked for, proven by DNS, then its address. */
export function DomainSection({ appId }: { appId: string }) {
  const domain = trpc.domains.get.useQuery({ appId });
  return (
    <Stack component="section" gap={12} mt={40} aria-label="Domain">
      <div>
        <Title order={3}>Domain</Title>
        <Text size="sm" c="dimmed">
          Your app at an address of your own.
        </Text>
      </div>
      {domain.error && domain.data === undefined ? (
        <Failure message={failureOf(domain.error).message} onRetry={() => void domain.refetch()} />
      ) : domain.data === undefined ? (
        <Skeleton height={60} />
      ) : (
        <Allowed appId={appId} right="manager">
          {domain.data === null ? <DomainForm appId={appId} /> : <DomainCard appId={appId} domain={domain.data} />}
        </Allowed>
      )}
    </Stack>
  );
}

function useRefresh(appId: string) {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.domains.get.invalidate({ appId }),
      utils.apps.get.invalidate({ appId }),
      utils.apps.search.invalidate(),
      // Sign-up needs a domain, and paid memberships need sign-up.
      utils.members.settings.invalidate({ appId }),
      utils.members.signup.invalidate({ appId }),
      utils.memberships.settings.invalidate({ appId }),
    ]);
}

function DomainForm({ appId }: { appId: string }) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const refresh = useRefresh(appId);
  const set = trpc.domains.set.useMutation({
    meta: { quiet: true },
    onSuccess: refresh,
    onError: (error) => setProblem(failureOf(error).message),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const words = problemOf(domainNameSchema, name);
        if (words) return setProblem(words);
        set.mutate({ appId, name: domainNameSchema.parse(name) });
      }}
    >
      <Group gap={8} align="flex-start" wrap="nowrap">
        <TextInput
          aria-label="Domain"
          placeholder="shop.example.com"
          flex={1}
          value={name}
          error={problem}
          onChange={(event) => {
            setProblem(undefined);
            setName(event.currentTarget.value);
          }}
        />
        <Button type="submit" loading={set.isPending} disabled={name.trim() === ""}>
          Add domain
        </Button>
      </Group>
    </form>
  );
}

function DomainCard({ appId, domain }: { appId: string; domain: DomainView }) {
  const refresh = useRefresh(appId);
  const set = trpc.domains.set.useMutation({ onSuccess: refresh });
  const check = trpc.domains.check.useMutation({
    onSuccess: async (now) => {
      await refresh();
      if (now?.state === "verified") notifySuccess("Domain verified");
    },
  });
  const remove = trpc.domains.remove.useMutation({
    onSuccess: async () => {
      await refresh();
      notify(`${domain.name} no longer leads to this app`, {
        action: { label: "Undo", onClick: () => set.mutate({ appId, name: domain.name }) },
      });
    },
  });
  const isVerified = domain.state === "verified";
  return (
    <Stack gap={12}>
      <Group gap={8} justify="space-between">
        <Group gap={8}>
          {isVerified ? (
            <Anchor href={domain.url} target="_blank" rel="noopener" size="sm">
              {domain.name}
            </Anchor>
          ) : (
            <Text size="sm" fw={600}>
              {domain.name}
            </Text>
          )}
          <Badge variant="light" color={isVerified ? "green" : "yellow"} tt="none">
            {check.isPending ? "Checking..." : isVerified ? "Verified" : "Waiting for DNS"}
          </Badge>
        </Group>
        <Button size="xs" variant="default" loading={remove.isPending} onClick={() => remove.mutate({ appId })}>
          Remove
        </Button>
      </Group>
      {!isVerified && (
        <>
          <Text size="sm">
            Where you manage the domain, add the CNAME record. If it cannot have one, add the TXT record and point the
            domain at this server.
          </Text>
          <Records records={domain.records} />
          {domain.problem && (
            <Text size="sm" c="dimmed" role="status">
              {domain.problem}{" "}
              {domain.checkedAt && (
                <>
                  Checked <RelativeTime at={domain.checkedAt} />.
                </>
              )}
            </Text>
          )}
          <Group>
            <Button size="xs" loading={check.isPending} onClick={() => check.mutate({ appId })}>
              Check now
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}

function Records({ records }: { records: DnsRecord[] }) {
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table fz="xs" verticalSpacing={4} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Type</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th>Value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {records.map(({ type, host, value }) => (
            <Table.Tr key={type}>
              <Table.Td>{type}</Table.Td>
              <Table.Td>
                <Copyable text={host} />
              </Table.Td>
              <Table.Td>
                <Copyable text={value} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Copyable({ text }: { text: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Code fz={11} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Code>
      <CopyIcon text={text} label={`Copy ${text}`} hint="Copy" />
    </Group>
  );
}
