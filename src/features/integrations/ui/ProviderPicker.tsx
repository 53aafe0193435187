import { useState } from "react";
import { Alert, Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlugConnected, IconSearch } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { Failure } from "@/ui/Failure";
import { RelativeTime } from "@/ui/RelativeTime";
import { type ProviderFile, type ProviderId, providerNames } from "../schema";

type Props = {
  appId: string;
  provider: ProviderId;
  isAdding: boolean;
  onAdd: (files: ProviderFile[]) => void;
};

/** Documents of a drive or a workspace to choose from; before that, the way to connect it. */
export function ProviderPicker(props: Props) {
  const { appId, provider } = props;
  const states = trpc.integrations.states.useQuery();
  const connect = trpc.integrations.connect.useMutation({ onSuccess: ({ url }) => window.location.assign(url) });
  const refusal = useRights(appId).refusal("owner");
  const state = states.data?.find(({ id }) => id === provider);
  const name = providerNames[provider];
  if (states.error && !states.data)
    return <Failure message={failureOf(states.error).message} onRetry={() => void states.refetch()} />;
  if (!state) return <Skeleton height={120} />;
  if (!state.isConfigured)
    return (
      <Alert color="gray" variant="light" title={`${name} is not set up on this server`}>
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {state.setup}
        </Text>
      </Alert>
    );
  // Documents are read with the owner's own account there.
  if (refusal) return <Text size="sm">{refusal}</Text>;
  if (state.isConnected) return <Files {...props} />;
  return (
    <Stack align="flex-start" gap={12}>
      <Text size="sm">
        {name} asks you which documents may be read. Nothing in it is changed, and you can disconnect at any time.
      </Text>
      <Button
        leftSection={<IconPlugConnected size={16} />}
        loading={connect.isPending || connect.isSuccess}
        onClick={() => connect.mutate({ appId, provider })}
      >
        Connect {name}
      </Button>
    </Stack>
  );
}

function Files({ provider, isAdding, onAdd }: Props) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 300);
  const [chosen, setChosen] = useState<ProviderFile[]>([]);
  const utils = trpc.useUtils();
  const found = trpc.integrations.files.useInfiniteQuery(
    { provider, ...(search && { search }) },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      placeholderData: (before) => before,
      retry: false,
    },
  );
  const disconnect = trpc.integrations.disconnect.useMutation({
    onSuccess: () => utils.integrations.states.invalidate(),
  });
  const files = found.data?.pages.flatMap((page) => page.files);
  const toggle = (file: ProviderFile) =>
    setChosen((all) =>
      all.some(({ id }) => id === file.id) ? all.filter(({ id }) => id !== file.id) : [...all, file],
    );
  return (
    <Stack gap={12}>
      <TextInput
        placeholder="Search"
        aria-label={`Search in ${providerNames[provider]}`}
        leftSection={<IconSearch size={15} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.error && !files ? (
        <Failure message={failureOf(found.error).message} onRetry={() => void utils.integrations.invalidate()} />
      ) : !files ? (
        <Skeleton height={160} />
      ) : (
        <Stack gap={8} mah={320} style={{ overflowY: "auto" }}>
          {files.length === 0 && (
            <Text size="sm" c="dimmed">
              {search ? "No document is called like this." : "There are no documents that may be read."}
            </Text>
          )}
          {files.map((file) => (
            <Checkbox
              key={file.id}
              label={file.name}
              description={file.modifiedAt && <RelativeTime at={file.modifiedAt} />}
              checked={chosen.some(({ id }) => id === file.id)}
              onChange={() => toggle(file)}
            />
          ))}
          {found.hasNextPage && (
            <Button
              variant="default"
              size="xs"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Stack>
      )}
      <Group justify="space-between">
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={disconnect.isPending}
          onClick={() => disconnect.mutate({ provider })}
        >
          Disconnect
        </Button>
        <Button disabled={chosen.length === 0} loading={isAdding} onClick={() => onAdd(chosen)}>
          {chosen.length > 1 ? `Add ${chosen.length} documents` : "Add"}
        </Button>
      </Group>
    </Stack>
  );
}
