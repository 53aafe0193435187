"use client";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { useRouter } from "next/navigation";
import { Text, TextInput, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconHome, IconLogout, IconMoon, IconPlus, IconSearch, IconSun } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { Modal } from "@/ui/Modal";
import { AppIcon } from "@/features/apps/ui/AppIcon";
import { starters, toolStarters } from "@/features/starters/schema";
import { type Command, matchCommands } from "./palette-commands";
import classes from "./palette.module.css";

const appsShown = 6;
const icon = { size: 16, stroke: 1.75 };

type Props = { commands: Command[]; onStarter?: ((starterId: string) => void) | undefined; onClose: () => void };

/** Lists apps found by the server, this page's commands, and global ones. */
function useCommands({ commands, onStarter }: Omit<Props, "onClose">, typed: string): Command[] {
  const router = useRouter();
  const { setColorScheme } = useMantineColorScheme();
  const [search] = useDebouncedValue(typed.slice(0, 100), 120);
  const apps = trpc.apps.search.useQuery({ search, limit: appsShown }, { placeholderData: (before) => before });
  const found = (apps.data?.items ?? []).map(({ appId, name, description, icon: look }): Command => ({
    id: appId,
    group: "Apps",
    label: name,
    hint: description,
    words: `${description} ${search}`,
    icon: <AppIcon icon={look} size={22} />,
    run: () => router.push(`/build/app/${appId}`),
  }));
  const everywhere: Command[] = [
    {
      id: "home",
      group: "Go to",
      label: "Your apps",
      words: "home",
      icon: <IconHome {...icon} />,
      run: () => router.push("/home"),
    },
    {
      id: "new",
      group: "Go to",
      label: "New app",
      words: "create build start",
      icon: <IconPlus {...icon} />,
      run: () => router.push("/home"),
    },
    {
      id: "light",
      group: "Look",
      label: "Light theme",
      icon: <IconSun {...icon} />,
      run: () => setColorScheme("light"),
    },
    { id: "dark", group: "Look", label: "Dark theme", icon: <IconMoon {...icon} />, run: () => setColorScheme("dark") },
    {
      id: "out",
      group: "Account",
      label: "Sign out",
      words: "log out leave",
      icon: <IconLogout {...icon} />,
      run: () => window.location.assign("/logout"),
    },
  ];
  const begin = [...starters, ...toolStarters].map(({ id, name, summary, icon: look }): Command => ({
    id: `starter-${id}`,
    group: "Start from",
    label: name,
    hint: summary,
    words: summary,
    icon: <AppIcon icon={look} size={22} />,
    run: () => (onStarter ? onStarter(id) : router.push(`/home?starter=${id}`)),
  }));
  // Without a query, the twelve starting points would push everything else out of view.
  return matchCommands([...commands, ...found, ...everywhere, ...(typed.trim() ? begin : [])], typed);
}

export function PaletteDialog({ commands, onStarter, onClose }: Props) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  // Enter before anything was found (a page that loads, a search under way) counts as soon as something is.
  const [isEntered, setEntered] = useState(false);
  const listId = useId();
  const found = useCommands({ commands, onStarter }, typed);
  const active = Math.min(at, found.length - 1);
  const choose = (command: Command | undefined) => {
    if (!command) return setEntered(true);
    onClose();
    command.run();
  };
  const chooseFirst = useEffectEvent(() => choose(found[0]));
  const isFound = found.length > 0;
  useEffect(() => {
    if (isEntered && isFound) chooseFirst();
  }, [isEntered, isFound]);
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && found.length > 0) setAt((active + step + found.length) % found.length);
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) choose(found[active]);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={560}
      padding={0}
      aria-label="Search and commands"
    >
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.input}
        leftSection={<IconSearch size={16} />}
        placeholder="Find an app, a panel or an action"
        aria-label="Find an app, a panel or an action"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[active] && `${listId}-${found[active].id}`}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
          setEntered(false);
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" aria-label="Found" className={classes.list}>
        {found.map((command, index) => (
          <div key={command.id} role="presentation">
            {command.group !== found[index - 1]?.group && (
              <div className={classes.group} aria-hidden>
                {command.group}
              </div>
            )}
            {/* The input keeps the focus and handles the keys. */}
            <div
              id={`${listId}-${command.id}`}
              role="option"
              ref={index === active ? (option) => option?.scrollIntoView({ block: "nearest" }) : undefined}
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.option}
              onMouseMove={() => setAt(index)}
              onClick={() => choose(command)}
              onKeyDown={press}
            >
              <span className={classes.icon}>{command.icon}</span>
              <span className={classes.label}>{command.label}</span>
              {command.hint && <span className={classes.hint}>{command.hint}</span>}
            </div>
          </div>
        ))}
        {found.length === 0 && (
          <Text c="dimmed" size="sm" p={16} ta="center">
            Nothing is called “{typed}”.
          </Text>
        )}
      </div>
      <VisuallyHidden role="status">{found.length} found</VisuallyHidden>
    </Modal>
  );
}
