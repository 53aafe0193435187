"use client";
import { ActionIcon, Avatar, Menu, Text, useMantineColorScheme } from "@mantine/core";
import {
  IconCheck,
  IconDeviceDesktop,
  IconInbox,
  IconLogout,
  IconMoon,
  IconSettings,
  IconShieldCog,
  IconSun,
} from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { PlanMenuItem } from "@/features/plans/ui/PlanMenuItem";

const schemes = [
  { value: "light", label: "Light", Icon: IconSun },
  { value: "dark", label: "Dark", Icon: IconMoon },
  { value: "auto", label: "Like the system", Icon: IconDeviceDesktop },
] as const;

/** Account menu: name, colour scheme, sign-out. */
export function AccountMenu() {
  const { data: account } = trpc.account.current.useQuery();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu position="bottom-end" width={232}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} radius="xl">
          <Avatar size={28} radius="xl" name={account?.email} color="initials" aria-hidden />
          <span className="visually-hidden">Account</span>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={500} c="var(--mantine-color-text)" truncate>
            {account?.email ?? "…"}
          </Text>
          {account?.isAdmin ? "Admin" : "Builder"}
        </Menu.Label>
        <Menu.Divider />
        <PlanMenuItem />
        <Menu.Item component="a" href="/settings" leftSection={<IconSettings size={16} />}>
          Account settings
        </Menu.Item>
        {account?.isAdmin && (
          <>
            <Menu.Item component="a" href="/admin" leftSection={<IconShieldCog size={16} />}>
              Admin
            </Menu.Item>
            <Menu.Item component="a" href="/admin/outbox" leftSection={<IconInbox size={16} />}>
              Outbox
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        {schemes.map(({ value, label, Icon }) => (
          <Menu.Item
            key={value}
            leftSection={<Icon size={16} />}
            rightSection={colorScheme === value && <IconCheck size={14} />}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/logout" leftSection={<IconLogout size={16} />}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
