"use client";
import { useState } from "react";
import { Alert, Button, Checkbox, Code, Group, List, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { Modal } from "@/ui/Modal";
import { sizeWords } from "../rules";

/**
 * Contents of a download, the choice to include data, and how to run it. `errors`: problems in the app's code that may
 * keep it from starting elsewhere.
 */
export function DownloadDialog({ appId, errors, onClose }: { appId: string; errors: number; onClose: () => void }) {
  const size = trpc.download.size.useQuery({ appId }, { staleTime: 0 });
  const [hasData, setHasData] = useState(false);
  const isEmpty = size.data?.rows === 0 && size.data.uploads === 0;
  return (
    <Modal opened onClose={onClose} title="Download Code">
      <Stack gap={16}>
        <Text size="sm">
          The whole app as a project that runs without Joinery: pages, data model, permissions, functions, and a small
          server with a database of its own.
        </Text>
        {errors > 0 && (
          <Alert color="yellow" variant="light" py={8} icon={<IconAlertTriangle size={16} />}>
            {errors === 1 ? "This app has an error" : `This app has ${errors} errors`}. Here the rest of it still runs;
            elsewhere it may not start until they are fixed.
          </Alert>
        )}
        {size.error && !size.data ? (
          <Failure message="The size of the data could not be read." onRetry={() => void size.refetch()} />
        ) : size.data ? (
          <Checkbox
            checked={hasData && !isEmpty}
            disabled={isEmpty}
            onChange={(event) => setHasData(event.currentTarget.checked)}
            label="Include the data"
            description={
              isEmpty
                ? "This app has no rows yet."
                : `${sizeWords(size.data)}. Whoever has the file can read all of it.`
            }
          />
        ) : (
          <Skeleton height={40} />
        )}
        <div>
          <Text size="sm">Unpack it anywhere with Node 20.12 or newer, then:</Text>
          <Code block mt={4}>
            {"npm install\nnpm start"}
          </Code>
        </div>
        <List size="xs" c="dimmed" spacing={2}>
          <List.Item>Secrets stay here: their names are in .env.example, for you to fill in.</List.Item>
          <List.Item>The people who signed up stay here too. The first one to sign up there is the owner.</List.Item>
        </List>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            component="a"
            href={`/api/apps/${appId}/download${hasData && !isEmpty ? "?data=1" : ""}`}
            download
            leftSection={<IconDownload size={16} />}
            onClick={() => window.setTimeout(onClose, 300)}
          >
            Download
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
