"use client";
import { useRef, useState } from "react";
import { useRouter } from "next/navigation";
import { Box, Button, Group, Text, Textarea } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { nameFromRequest } from "@/features/apps/rules";
import { requestMax } from "@/features/turns/schema";
import classes from "./home.module.css";

const examples = [
  {
    label: "CRM",
    request:
      "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard",
  },
  {
    label: "Habit tracker",
    request:
      "A habit tracker with habits (name, category: health/work/mind, target per week as a number) and check-ins with a date and a note that belong to a habit, and a dashboard",
  },
  {
    label: "Event sign-ups",
    request:
      "An event sign-up app with events (title, date, place, capacity as a number) and guests (name, email, status: invited/going/declined) that belong to an event. Anyone can view events.",
  },
  {
    label: "Inventory",
    request:
      "An inventory app with products (name, SKU, price, quantity, category: hardware/software/service, photo) and suppliers with email and phone, and a dashboard",
  },
];

/** From a sentence to an app: makes the app, hands the sentence to its assistant, opens the editor. The text stays until both have worked. */
export function StartApp() {
  const router = useRouter();
  const [text, setText] = useState("");
  const create = trpc.apps.create.useMutation();
  const send = trpc.chat.send.useMutation();
  // The app of a first try whose sentence could not be sent: a second try goes on with it.
  const made = useRef<string>(undefined);
  const [isStarting, setIsStarting] = useState(false);
  const start = async () => {
    const content = text.trim();
    if (!content || isStarting) return;
    setIsStarting(true);
    try {
      const appId = (made.current ??= (await create.mutateAsync({ name: nameFromRequest(content) })).appId);
      await send.mutateAsync({ appId, content });
      router.push(`/build/app/${appId}`);
    } catch {
      // The toast has said what happened; the words stay for another try.
      setIsStarting(false);
    }
  };
  return (
    <section className={classes.start}>
      <h1 className={classes.title}>What do you want to build?</h1>
      <div className={classes.composer}>
        <Textarea
          variant="unstyled"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={requestMax}
          size="md"
          aria-label="Describe your app"
          placeholder="Describe your app: what it keeps track of, who uses it, what they see first"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void start();
          }}
          autoFocus
        />
        <Group justify="space-between" mt={4}>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            Enter to start, Shift+Enter for a new line
          </Text>
          <Button
            ml="auto"
            onClick={() => void start()}
            loading={isStarting}
            disabled={!text.trim()}
            rightSection={<IconArrowUp size={16} />}
          >
            Build it
          </Button>
        </Group>
      </div>
      <Box className={classes.examples}>
        {examples.map(({ label, request }) => (
          <Button key={label} size="xs" radius="xl" variant="default" onClick={() => setText(request)}>
            {label}
          </Button>
        ))}
      </Box>
    </section>
  );
}
