import { Stack, Text, Title } from "@mantine/core";
import { shortNumber } from "@/ui/numbers";
import type { Part } from "../schema";
import classes from "./analytics.module.css";

/** Names with their views, the most seen first, each with its share as a bar. */
export function PartList({ title, parts, empty }: { title: string; parts: Part[]; empty: string }) {
  const most = Math.max(1, ...parts.map(({ views }) => views));
  return (
    <section aria-label={title}>
      <Title order={2} fz={16} mb={8}>
        {title}
      </Title>
      {parts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : (
        <Stack gap={2} component="ol" m={0} p={0} style={{ listStyle: "none" }}>
          {parts.map(({ name, views }) => (
            <li key={name} className={classes.part}>
              <span className={classes.bar} style={{ width: `${(views / most) * 100}%` }} aria-hidden />
              <Text size="sm" truncate title={name}>
                {name}
              </Text>
              <Text size="sm" title={views.toLocaleString("en-US")}>
                {shortNumber(views)}
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </section>
  );
}
