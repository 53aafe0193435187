"use client";
import { useState } from "react";
import { Badge, Button, Group, NativeSelect, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { readable } from "../rules";
import { runMethods } from "../limits";
import classes from "./function-dock.module.css";

/** Calls the function as the app's owner and shows the response. Ctrl+Enter runs. */
export function RunForm({ appId, name, isDeployed }: { appId: string; name: string; isDeployed: boolean }) {
  const [method, setMethod] = useState<(typeof runMethods)[number]>("POST");
  const [body, setBody] = useState("{}");
  const run = trpc.functions.run.useMutation({ meta: { quiet: true } });
  const hasBody = method !== "GET";
  const start = () => run.mutate({ appId, name, method, body: hasBody ? body : "" });
  return (
    <div className={classes.run}>
      <Stack gap={8} className={classes.request}>
        <Group gap={8} wrap="nowrap">
          <NativeSelect
            size="xs"
            aria-label="Method"
            data={[...runMethods]}
            value={method}
            onChange={(event) => setMethod(runMethods.find((one) => one === event.currentTarget.value) ?? "POST")}
          />
          <Button
            size="xs"
            leftSection={<IconPlayerPlay size={14} />}
            loading={run.isPending}
            disabled={!isDeployed}
            onClick={start}
          >
            Run
          </Button>
          {!isDeployed && (
            <Text size="xs" c="dimmed">
              Deploy it first
            </Text>
          )}
        </Group>
        <Textarea
          aria-label="Request body"
          classNames={{ root: classes.grow, wrapper: classes.grow, input: classes.code }}
          disabled={!hasBody}
          value={hasBody ? body : ""}
          placeholder={hasBody ? "{}" : "A GET request has no body"}
          onChange={(event) => setBody(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isDeployed) start();
          }}
        />
      </Stack>
      <div className={classes.answer} aria-live="polite">
        {run.isPending ? (
          <Skeleton height={64} />
        ) : run.error ? (
          <Text size="sm" c="red">
            {failureOf(run.error).message}
          </Text>
        ) : run.data ? (
          <Answer result={run.data} />
        ) : (
          <Text size="sm" c="dimmed">
            The answer appears here.
          </Text>
        )}
      </div>
    </div>
  );
}

function Answer({ result }: { result: RouterOutputs["functions"]["run"] }) {
  const { status, headers, body, isCut, durationMs } = result;
  return (
    <Stack gap={8}>
      <Group gap={8}>
        <Badge size="sm" variant="light" color={status < 400 ? "green" : "red"}>
          {status}
        </Badge>
        <Text size="xs" c="dimmed">
          {durationMs} ms
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {headers.find(([key]) => key === "content-type")?.[1]}
        </Text>
      </Group>
      <pre className={classes.text}>{readable(body) || "The answer is empty"}</pre>
      {isCut && (
        <Text size="xs" c="dimmed">
          Only the beginning is shown.
        </Text>
      )}
      <details>
        <summary className={classes.summary}>Headers</summary>
        <pre className={classes.text}>{headers.map(([key, value]) => `${key}: ${value}`).join("\n")}</pre>
      </details>
    </Stack>
  );
}
