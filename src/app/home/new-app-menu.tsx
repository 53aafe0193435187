"use client";
import { useRouter } from "next/navigation";
import { Button, Menu, Text } from "@mantine/core";
import { IconAppWindow, IconChevronDown, IconForms, IconMessages, IconTools } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import type { AppKind } from "@/features/apps/schema";

const kinds: { kind: AppKind; label: string; about: string; name: string; Icon: typeof IconForms }[] = [
  { kind: "tool", label: "Tool app", about: "One form that answers with a result", name: "New tool", Icon: IconForms },
  { kind: "app", label: "AI app", about: "Several tools in one place", name: "New AI app", Icon: IconTools },
  {
    kind: "gen-app",
    label: "Generated app",
    about: "Pages and tables, made by the assistant",
    name: "New app",
    Icon: IconAppWindow,
  },
  {
    kind: "space",
    label: "Space app",
    about: "A chat, a database and a code editor",
    name: "New space",
    Icon: IconMessages,
  },
];

/** Creates an empty app of any kind, without a description. */
export function NewAppMenu() {
  const router = useRouter();
  const utils = trpc.useUtils();
  const create = trpc.apps.create.useMutation({
    onSuccess: ({ appId }) => {
      void utils.apps.search.invalidate();
      router.push(`/build/app/${appId}`);
    },
  });
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          loading={create.isPending || create.isSuccess}
          rightSection={<IconChevronDown size={14} />}
        >
          Start empty
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(({ kind, label, about, name, Icon }) => (
          <Menu.Item key={kind} leftSection={<Icon size={18} />} onClick={() => create.mutate({ name, kind })}>
            <Text size="sm">{label}</Text>
            <Text size="xs" c="dimmed">
              {about}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
