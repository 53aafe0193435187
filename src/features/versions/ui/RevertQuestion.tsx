"use client";
import { useState } from "react";
import { Checkbox, Skeleton, Stack, Text } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import classes from "./revert-question.module.css";

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count.toLocaleString("en-US")} ${count === 1 ? one : many}`];

type Props = { appId: string; versionId: string; onChange: (withRows: boolean) => void };

/** Explains a revert and offers to restore the rows too; off by default. */
export function RevertQuestion({ appId, versionId, onChange }: Props) {
  const [withRows, setWithRows] = useState(false);
  const then = trpc.entities.rowsThen.useQuery(
    { appId, versionId },
    { staleTime: 0, gcTime: 0, retry: false, trpc: { context: { isSlow: true } } },
  );
  const change = (isTicked: boolean) => {
    setWithRows(isTicked);
    onChange(isTicked);
  };
  return (
    <Stack gap="md">
      <Text size="sm">
        Pages, code, tables and permissions go back to this version, and the messages after it leave the chat. The state
        of now is kept as a version, so you can come back to it.
      </Text>
      {then.isPending ? (
        <Skeleton height={40} />
      ) : then.error && !then.data ? (
        <Text size="sm" c="dimmed">
          Rows stay as they are. {failureOf(then.error).message}
        </Text>
      ) : then.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          The rows have not changed since.
        </Text>
      ) : (
        <div>
          <Checkbox
            checked={withRows}
            onChange={(event) => change(event.currentTarget.checked)}
            label="Also bring back the rows of that time"
            description={withRows ? "You can undo this." : "Otherwise rows stay as they are."}
          />
          <table className={classes.counts}>
            <tbody>
              {then.data.map(({ entity, back, changed, gone }) => (
                <tr key={entity}>
                  <th scope="row">{entity}</th>
                  <td>
                    {[
                      ...counted(back, "comes back", "come back"),
                      ...counted(changed, "changes", "change"),
                      ...counted(gone, "goes", "go"),
                    ].join(", ")}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  );
}
