import { useState } from "react";
import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { type RouterOutputs, trpc } from "@/api/client";
import { useAdding } from "./use-adding";

type Props = { appId: string; limits: RouterOutputs["sources"]["limits"] | undefined; onDone: () => void };

/** "Example.com" → "https://example.com". */
const withScheme = (address: string) => (/^https?:\/\//i.test(address) ? address : `https://${address}`);

/** The web scraper: an address, and what will be read from it on. */
export function AddWeb({ appId, limits, onDone }: Props) {
  const [address, setAddress] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = trpc.sources.ingestMetadata.useMutation(useAdding(appId, onDone, setProblem));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const externalFileUrl = withScheme(address.trim());
        if (!URL.canParse(externalFileUrl) || !address.includes("."))
          return setProblem("Enter the address of a page, such as https://example.com");
        add.mutate({ appId, contextItems: [{ source: "web_scraper", externalFileUrl }] });
      }}
    >
      <Stack gap={12}>
        <TextInput
          label="Address of a page or a sitemap"
          placeholder="https://example.com/help"
          data-autofocus
          inputMode="url"
          autoComplete="off"
          maxLength={2_000}
          value={address}
          error={problem}
          onChange={(event) => {
            setProblem(undefined);
            setAddress(event.currentTarget.value);
          }}
        />
        <Text size="xs" c="dimmed">
          {limits &&
            `Up to ${limits.scrapePagesMax} pages of the same site, ${limits.scrapeDepth} links deep. What its robots.txt keeps is left out. `}
          Usually it takes a few minutes
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending}>
            Add
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
