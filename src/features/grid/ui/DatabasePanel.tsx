"use client";
import { useMemo } from "react";
import { Badge, NativeSelect, Skeleton, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconDatabase } from "@tabler/icons-react";
import { useEditHistories } from "@/features/entities/ui/use-edit-history";
import { useGoneTable } from "./use-gone-table";
import { entityToShow, useEntityInUrl } from "./use-entity-in-url";
import { failureOf, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { peopleEntity } from "@/features/rows/rules";
import { EntityTable } from "./EntityTable";
import { ReopenedImport } from "@/features/imports/ui/ReopenedImport";
import classes from "./grid.module.css";

/** "Left list of entities (User excluded); on mobile a dropdown; one table per entity" (2-builder.md §2). */
export function DatabasePanel({ appId }: { appId: string }) {
  const schemas = trpc.entities.schemas.useQuery({ appId });
  const [wanted, setWanted] = useEntityInUrl();
  const historyOf = useEditHistories(appId);
  const entities = useMemo(() => schemas.data?.entities.filter(({ name }) => name !== peopleEntity), [schemas.data]);
  const shown = entities && entityToShow(entities, wanted);
  useGoneTable(
    useMemo(() => entities?.map(({ name }) => name), [entities]),
    shown?.name,
  );
  if (schemas.error && !schemas.data)
    return <Failure message={failureOf(schemas.error).message} onRetry={() => void schemas.refetch()} />;
  if (!schemas.data || !entities)
    return (
      <Stack p={16} gap={8}>
        <Skeleton height={28} width={200} />
        <Skeleton height={320} />
      </Stack>
    );
  const { broken } = schemas.data;
  if (entities.length === 0 && broken.length === 0)
    return <EmptyState icon={<IconDatabase size={22} />} title="No entities yet, use the chat to create one" />;
  return (
    <div className={classes.panel}>
      <NativeSelect
        className={classes.dropdown}
        aria-label="Table"
        data={entities.map(({ name }) => name)}
        value={shown?.name}
        onChange={(event) => setWanted(event.currentTarget.value)}
      />
      <nav className={classes.list} aria-label="Tables">
        {entities.map(({ name, permissionsName }) => (
          <UnstyledButton
            key={name}
            className={classes.entity}
            aria-current={name === shown?.name ? "page" : undefined}
            onClick={() => setWanted(name)}
          >
            <Text size="sm" fw={500} truncate>
              {name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {permissionsName}
            </Text>
          </UnstyledButton>
        ))}
        {broken.map(({ name, message }) => (
          <div key={name} className={classes.entity} data-broken>
            <Text size="sm" fw={500}>
              {name}{" "}
              <Badge size="xs" color="red" variant="light" tt="none">
                broken
              </Badge>
            </Text>
            <Text size="xs" c="dimmed">
              Its schema {message}
            </Text>
          </div>
        ))}
      </nav>
      {shown && <EntityTable key={shown.name} appId={appId} entity={shown} history={historyOf(shown.name)} />}
      <ReopenedImport appId={appId} entities={entities} historyOf={historyOf} />
    </div>
  );
}
