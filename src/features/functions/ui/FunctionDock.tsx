"use client";
import { useState } from "react";
import { Alert, Badge, Button, Group, Tabs, Text, UnstyledButton } from "@mantine/core";
import { IconBolt, IconChevronDown, IconCloudUpload, IconKey } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { Allowed } from "@/api/Allowed";
import { TriggerPanel } from "@/features/triggers/ui/TriggerPanel";
import { RelativeTime } from "@/ui/RelativeTime";
import { CopyIcon } from "@/ui/CopyText";
import { deployRefusal } from "../rules";
import classes from "./function-dock.module.css";
import { LogLines } from "./LogLines";
import { RunForm } from "./RunForm";

type View = RouterOutputs["functions"]["list"][number];

type Props = {
  appId: string;
  name: string;
  /** Saves pending edits, because the saved code is deployed. False when that fails. */
  saveFirst: () => Promise<boolean>;
  onManageSecrets: (missing: string[]) => void;
};

/** Panel below a function's code: state, URL, test call, logs. */
export function FunctionDock({ appId, name, saveFirst, onManageSecrets }: Props) {
  const utils = trpc.useUtils();
  const { may, refusal: refusalOf } = useRights(appId);
  const [isOpen, setIsOpen] = useState(false);
  const functions = trpc.functions.list.useQuery({ appId }, { staleTime: 0 });
  const view = functions.data?.find((one) => one.name === name);
  const deploy = trpc.functions.deploy.useMutation({
    meta: { quiet: true },
    onSuccess: () => utils.functions.list.invalidate({ appId }),
  });
  const start = async () => {
    if (await saveFirst()) deploy.mutate({ appId, name });
  };
  const refused = deploy.error ? deployRefusal(failureOf(deploy.error)) : undefined;
  const secrets = trpc.secrets.list.useQuery({ appId }, { enabled: refused?.missing !== undefined });
  const isSet = (key: string) => secrets.data?.some((secret) => secret.key === key) === true;
  // Gone once what it asked for was entered.
  const refusal = refused?.missing?.every(isSet) ? undefined : refused;
  return (
    <section className={classes.dock} aria-label={`Function ${name}`}>
      <Group gap={8} px={12} h={44} wrap="nowrap">
        <UnstyledButton className={classes.title} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <IconChevronDown size={14} className={classes.chevron} aria-hidden />
          <IconBolt size={16} aria-hidden />
          <Text size="sm" fw={500} truncate>
            {name}
          </Text>
        </UnstyledButton>
        {view && <State view={view} />}
        {view?.functionUrl && (
          <CopyIcon text={view.functionUrl} label="Copy the function\'s address" hint={view.functionUrl} />
        )}
        {may("managerAdmin") && (
          <Button
            ml="auto"
            size="compact-sm"
            variant={view?.isCurrent ? "default" : "filled"}
            leftSection={<IconCloudUpload size={14} />}
            loading={deploy.isPending}
            onClick={() => void start()}
          >
            Deploy
          </Button>
        )}
      </Group>
      {refusal && (
        <Alert color="red" variant="light" py={8} radius={0} title={refusal.title} role="alert">
          {refusal.lines.map((line) => (
            <Text key={line} size="xs" ff="monospace" className={classes.problem}>
              {line}
            </Text>
          ))}
          {refusal.missing && (
            <Button
              mt={8}
              size="compact-xs"
              variant="default"
              leftSection={<IconKey size={13} />}
              onClick={() => onManageSecrets(refusal.missing!)}
            >
              Manage Secrets
            </Button>
          )}
        </Alert>
      )}
      {isOpen && (
        <Tabs defaultValue="run" className={classes.body} keepMounted>
          <Tabs.List px={8}>
            <Tabs.Tab value="run">Run</Tabs.Tab>
            <Tabs.Tab value="triggers">Schedule and webhook</Tabs.Tab>
            <Tabs.Tab value="logs">Logs</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="run" className={classes.view}>
            <Allowed appId={appId} right="editorAdmin">
              <RunForm appId={appId} name={name} isDeployed={view?.functionUrl !== undefined} />
            </Allowed>
          </Tabs.Panel>
          <Tabs.Panel value="triggers" className={classes.view} keepMounted={false}>
            <TriggerPanel appId={appId} name={name} />
          </Tabs.Panel>
          <Tabs.Panel value="logs" className={classes.view}>
            {may("viewerAdmin") ? (
              <LogLines appId={appId} name={name} />
            ) : (
              <Text size="sm" c="dimmed" p={12}>
                {refusalOf("viewerAdmin")}
              </Text>
            )}
          </Tabs.Panel>
        </Tabs>
      )}
    </section>
  );
}

function State({ view: { deployedAt, isCurrent } }: { view: View }) {
  if (!deployedAt)
    return (
      <Badge size="sm" variant="light" color="gray" tt="none">
        Not deployed
      </Badge>
    );
  return (
    <>
      <Badge size="sm" variant="light" color={isCurrent ? "green" : "yellow"} tt="none">
        {isCurrent ? "Deployed" : "Changed since it was deployed"}
      </Badge>
      <Text size="xs" c="dimmed" className={classes.when}>
        <RelativeTime at={deployedAt} />
      </Text>
    </>
  );
}
