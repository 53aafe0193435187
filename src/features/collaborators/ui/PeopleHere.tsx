"use client";
import dynamic from "next/dynamic";
import { Avatar, Button, Tooltip, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconUserPlus } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { initialsOf, nameOf } from "../rules";
import { usePeople } from "./use-people";
import classes from "./people.module.css";

const loadDialog = () => import("./ShareDialog");
const ShareDialog = dynamic(() => loadDialog().then((file) => file.ShareDialog), { ssr: false });

const shownMax = 4;

/** Everybody else who has the editor open, and the way to share the app. */
export function PeopleHere({ appId }: { appId: string }) {
  const people = usePeople(appId);
  const [isOpen, dialog] = useDisclosure(false);
  const { data: account } = trpc.account.current.useQuery();
  const others = people.filter(({ accountId }) => accountId !== account?.accountId);
  const shown = others.slice(0, others.length > shownMax ? shownMax - 1 : shownMax);
  const rest = others.slice(shown.length);
  return (
    <>
      {others.length > 0 && (
        <Avatar.Group className={classes.people} role="list" aria-label="Also here">
          {shown.map(({ accountId, email }) => (
            <Tooltip key={accountId} label={email}>
              <Avatar
                size={28}
                radius="xl"
                color="initials"
                name={nameOf(email)}
                role="listitem"
                aria-label={nameOf(email)}
              >
                {initialsOf(email)}
              </Avatar>
            </Tooltip>
          ))}
          {rest.length > 0 && (
            <Tooltip label={rest.map(({ email }) => nameOf(email)).join(", ")}>
              <Avatar size={28} radius="xl" role="listitem">
                +{rest.length}
              </Avatar>
            </Tooltip>
          )}
        </Avatar.Group>
      )}
      <VisuallyHidden role="status">
        {others.length > 0 && `Also here: ${others.map(({ email }) => nameOf(email)).join(", ")}`}
      </VisuallyHidden>
      <Button
        variant="default"
        size="xs"
        className={classes.share}
        aria-label="Share"
        leftSection={<IconUserPlus size={16} />}
        onPointerEnter={() => void loadDialog()}
        onClick={dialog.open}
      >
        <span className={classes.word}>Share</span>
      </Button>
      {isOpen && <ShareDialog appId={appId} here={people} onClose={dialog.close} />}
    </>
  );
}
