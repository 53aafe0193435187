import { Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { trpc } from "@/api/client";

/** Which pages of a site were fetched, which were not, and why. */
export function PageReport({ appId, itemId }: { appId: string; itemId: string }) {
  const item = trpc.sources.get.useQuery({ appId, itemId });
  if (!item.data) return <Skeleton height={120} mt={12} />;
  const fetched = item.data.report.filter(({ state }) => state === "fetched").length;
  const skipped = item.data.report.length - fetched;
  return (
    <Stack gap={8} mt={12}>
      <Text size="sm" c="dimmed">
        {fetched} {fetched === 1 ? "page" : "pages"} fetched, {skipped} skipped
      </Text>
      {item.data.report.map(({ url, state, reason }) => (
        <div key={url}>
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: "anywhere" }}>
            {url}
          </Anchor>
          <Text size="xs" c={state === "fetched" ? "green" : "dimmed"}>
            {state === "fetched" ? "Fetched" : "Skipped"}
            {reason && `: ${reason}`}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
