"use client";
import { useEffect, useState } from "react";
import { Alert, Checkbox, Group, List, Loader, Stack, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconLockOpen } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { AccessInWords } from "@/features/members/ui/AccessInWords";
import type { Permissions } from "@/shipped/contract";
import { permissionsName, rowRulesName } from "@/features/entities/rules";
import { accessOfPair } from "@/features/rows/rules";
import type { AccessRow } from "../access";

/** "anonymous is Anonymous, all is Public, admin is Admin, creator is Creator, none is None" (2-builder.md §6). */
const levels = { anonymous: "Anonymous", all: "Public", admin: "Admin", creator: "Creator", none: "None" } as const;
const errorsShown = 3;

/**
 * Shown before publishing: errors, and entities that more people could read or write than in the published version. The
 * latter must be confirmed; `onChange` reports whether publishing is allowed.
 */
export function PublishCheck({
  appId,
  isFirst = false,
  onChange,
  onAgree,
}: {
  appId: string;
  /** First publication: permissions are described in words. */
  isFirst?: boolean;
  onChange: (isAllowed: boolean) => void;
  onAgree?: (isAgreed: boolean) => void;
}) {
  const { data: check, isPending } = trpc.validation.publishCheck.useQuery(
    { appId },
    { staleTime: 0, trpc: { context: { isSlow: true } } },
  );
  const [isAgreed, setIsAgreed] = useState(false);
  const isAllowed = !isPending && (!check?.isWider || isAgreed);
  useEffect(() => onChange(isAllowed), [isAllowed, onChange]);
  useEffect(() => onAgree?.(isAgreed), [isAgreed, onAgree]);
  if (!check)
    return isPending ? (
      <Group gap={8} role="status">
        <Loader size={14} />
        <Text size="sm">Checking the app…</Text>
      </Group>
    ) : (
      <Text size="sm" c="dimmed" role="status">
        The app could not be checked.
      </Text>
    );
  return (
    <Stack gap={8}>
      {check.errors.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title={check.errors.length === 1 ? "1 error in this app" : `${check.errors.length} errors in this app`}
        >
          <List size="xs" spacing={4}>
            {check.errors.slice(0, errorsShown).map(({ path, line, message }) => (
              <List.Item key={`${path}${line}${message}`}>
                {path}:{line} {message}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {isFirst && (
        <AccessInWords
          appId={appId}
          tables={check.access.flatMap(({ entity, after, afterAccess }) =>
            after
              ? [
                  {
                    name: entity,
                    access: afterAccess ?? accessOfPair(after),
                    preset: afterAccess ? rowRulesName : permissionsName(after),
                  },
                ]
              : [],
          )}
        />
      )}
      {check.isWider && (
        <Alert color="red" variant="light" icon={<IconLockOpen size={18} />} title="More people get access">
          <Stack gap={8}>
            <AccessTable rows={check.access.filter(({ isWider }) => isWider)} />
            <Checkbox
              size="xs"
              label="Publish with the wider access"
              checked={isAgreed}
              onChange={(event) => setIsAgreed(event.currentTarget.checked)}
            />
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

function AccessTable({ rows }: { rows: AccessRow[] }) {
  const cell = (kind: keyof Permissions, { before, after, beforeAccess, afterAccess }: AccessRow) => {
    const [was, is] = [
      beforeAccess ? "Row rules" : before && levels[before[kind]],
      afterAccess ? "Row rules" : after && levels[after[kind]],
    ];
    return was === is && !afterAccess ? is : was === is ? "Row rules, changed" : `${was ?? "None"} → ${is ?? "None"}`;
  };
  return (
    <Table fz="xs" verticalSpacing={2} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Table</Table.Th>
          <Table.Th>Read</Table.Th>
          <Table.Th>Write</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.entity}>
            <Table.Td>
              <Text size="xs" fw={600}>
                {row.entity}
              </Text>
              {row.openedFields && <Text size="xs">More people see or set {row.openedFields.join(", ")}</Text>}
            </Table.Td>
            <Table.Td>{cell("read", row)}</Table.Td>
            <Table.Td>{cell("write", row)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
