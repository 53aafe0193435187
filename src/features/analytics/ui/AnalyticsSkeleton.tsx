import { Container, Group, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import classes from "./analytics.module.css";

// Without the schema, which the page would load zod for.
const cards = ["visitors", "sessions", "views", "runs", "signUps", "errors"];
const lists = ["pages", "referrers", "devices"];
const parts = ["88%", "72%", "64%", "40%"];

/** The outline of the figures while they load. */
export function FiguresSkeleton() {
  return (
    <Stack gap={24} role="status" aria-label="Loading the figures">
      <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }} spacing={12}>
        {cards.map((name) => (
          <div key={name} className={classes.card}>
            <Skeleton height={12} my={3} width="60%" />
            <Skeleton height={24} my={4} width="45%" />
            <Skeleton height={12} my={3} width="35%" />
          </div>
        ))}
      </SimpleGrid>
      <Skeleton height={260} />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={24}>
        {lists.map((list) => (
          <div key={list}>
            <Skeleton height={16} width="35%" mb={14} />
            {parts.map((width) => (
              <Skeleton key={width} height={20} width={width} mb={10} />
            ))}
          </div>
        ))}
      </SimpleGrid>
      <div>
        <Skeleton height={16} width={140} mb={12} />
        <Skeleton height={20} width={220} />
      </div>
    </Stack>
  );
}

/** The same with the head of the page, while its code loads. */
export function AnalyticsSkeleton() {
  return (
    <Container size={1080} py={24}>
      <Group justify="space-between" mb={16} gap={12}>
        <div>
          <Skeleton height={14} width={110} my={4} />
          <Skeleton height={24} width={130} my={4} />
        </div>
        <Group gap={8}>
          <Skeleton height={36} width={230} />
          <Skeleton height={36} width={104} />
        </Group>
      </Group>
      <FiguresSkeleton />
    </Container>
  );
}
