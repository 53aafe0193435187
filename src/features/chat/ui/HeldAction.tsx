"use client";
import { useRef } from "react";
import { Button, Group } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { notify, notifyFailure } from "@/ui/notify";
import type { Held } from "@/features/turns/schema";
import { useChat } from "./chat-context";
import classes from "./action-card.module.css";

const declinedWords: Record<Held["kind"], string> = {
  permissions: "You said no. Who may see and change rows stays as it was.",
  delete: "You said no. The file stays.",
  records: "You said no. No row was added.",
};

type Props = { held: Held; messageId: string };

/** "Waiting for your OK": a held action with its two buttons. */
export function HeldAction({ held, messageId }: Props) {
  const { appId } = useChat();
  const utils = trpc.useUtils();
  const status = useRef<HTMLParagraphElement>(null);
  const refresh = () =>
    Promise.all([
      utils.chat.page.invalidate({ appId }),
      utils.versions.invalidate(),
      utils.files.invalidate(),
      utils.entities.invalidate(),
      utils.apps.get.invalidate({ appId }),
    ]);
  const decide = trpc.chat.decideHeld.useMutation({
    meta: { quiet: true },
    onSuccess: async ({ notes }) => {
      if (notes.length > 0) notify(`Not all of it could be done: ${notes.slice(0, 3).join(". ")}`);
      await refresh();
      // The buttons disappear: keep the keyboard focus here.
      status.current?.focus();
    },
    onError: (error) => {
      notifyFailure(failureOf(error).message);
      void refresh();
    },
  });
  const answer = (isAllowed: boolean) => decide.mutate({ appId, messageId, actionId: held.actionId, isAllowed });
  const isBusy = (isAllowed: boolean) => decide.isPending && decide.variables.isAllowed === isAllowed;
  if (held.state !== "waiting")
    return (
      <p ref={status} tabIndex={-1} role="status" className={classes.settled}>
        {held.state === "allowed" ? "You allowed this" : declinedWords[held.kind]}
      </p>
    );
  return (
    <div className={classes.held} role="group" aria-label="Waiting for your OK">
      <p className={classes.heldLabel}>Waiting for your OK</p>
      <p className={classes.heldWords}>{held.words}.</p>
      <Group gap={6}>
        <Button size="compact-sm" loading={isBusy(true)} disabled={decide.isPending} onClick={() => answer(true)}>
          Allow
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy(false)}
          disabled={decide.isPending}
          onClick={() => answer(false)}
        >
          Don't
        </Button>
      </Group>
    </div>
  );
}
