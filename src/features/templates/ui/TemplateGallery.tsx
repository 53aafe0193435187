"use client";
import { useState } from "react";
import { useRouter } from "next/navigation";
import { Badge, Button, Card, Chip, Group, SimpleGrid, Text, Title } from "@mantine/core";
import { trpc } from "@/api/client";
import { AppIcon } from "@/features/apps/ui/AppIcon";

/** Apps that others offer as templates. Nothing is shown while there are none. */
export function TemplateGallery() {
  const router = useRouter();
  const utils = trpc.useUtils();
  const { data: templates = [] } = trpc.templates.list.useQuery();
  const [wanted, setWanted] = useState("");
  const open = trpc.templates.open.useMutation({
    onSuccess: ({ appId }) => {
      void utils.apps.search.invalidate();
      router.push(`/build/app/${appId}`);
    },
  });
  if (templates.length === 0) return null;
  const categories = [...new Set(templates.map(({ category }) => category).filter(Boolean))].sort();
  const category = categories.includes(wanted) ? wanted : "";
  const shown = templates.filter((template) => category === "" || template.category === category);
  const opening = open.isPending || open.isSuccess ? open.variables?.templateId : undefined;
  return (
    <section aria-labelledby="templates" style={{ marginBottom: 48 }}>
      <Title order={2} id="templates">
        Templates
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb={16}>
        Apps that people here offer. Opens as an app of your own.
      </Text>
      {categories.length > 0 && (
        <Chip.Group value={category} onChange={(next) => setWanted(next)}>
          <Group gap={8} mb={16} role="radiogroup" aria-label="Category">
            {["", ...categories].map((name) => (
              <Chip key={name} value={name} size="xs">
                {name || "All"}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing={16}>
        {shown.map(({ appId, name, description, icon, imageUrl, isPro, url }) => (
          <Card key={appId} withBorder radius="md" padding={16}>
            {imageUrl && (
              <Card.Section mb={12}>
                <img
                  src={new URL(imageUrl, url).href}
                  alt=""
                  loading="lazy"
                  style={{ width: "100%", height: 140, objectFit: "cover" }}
                />
              </Card.Section>
            )}
            <Group wrap="nowrap" gap={12} align="flex-start" mb={12}>
              <AppIcon icon={icon} />
              <div style={{ minWidth: 0 }}>
                <Text fw={600} truncate title={name}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed" lineClamp={2}>
                  {description || "No description yet"}
                </Text>
              </div>
            </Group>
            <Group gap={8} mt="auto" justify="space-between">
              {isPro ? (
                <Badge size="sm" variant="light" tt="none">
                  Paid plans
                </Badge>
              ) : (
                <span />
              )}
              <Group gap={8}>
                <Button size="xs" variant="subtle" component="a" href={url} target="_blank" rel="noopener">
                  Look
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Open a copy of ${name}`}
                  loading={opening === appId}
                  disabled={opening !== undefined && opening !== appId}
                  onClick={() => open.mutate({ templateId: appId })}
                >
                  Open a copy
                </Button>
              </Group>
            </Group>
          </Card>
        ))}
      </SimpleGrid>
    </section>
  );
}
