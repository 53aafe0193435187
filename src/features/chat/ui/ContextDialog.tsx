"use client";
import dynamic from "next/dynamic";
import { Skeleton, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Modal } from "@/ui/Modal";
import type { ContextMetadata } from "../read-message";
import { useChat } from "./chat-context";
import classes from "./context-dialog.module.css";

type Props = { context: ContextMetadata | undefined; files: string[] | undefined };

const nothing: ContextMetadata = { retrievedFiles: [], relevantFiles: [], evals: {} };

// Lazy: the dialog is rarely opened.
const ContextFiles = dynamic(() => import("./ContextFiles").then((file) => file.ContextFiles), {
  ssr: false,
  loading: () => <Skeleton height={120} />,
});

/** Users see only a 'context' link; admins also the count, and in the dialog how each file was found. */
export function ContextLink({ context = nothing, files = [] }: Props) {
  const { isAdmin } = useChat();
  const [isOpen, { open, close }] = useDisclosure(false);
  const count = context.retrievedFiles.length || files.length;
  if (count === 0) return null;
  return (
    <>
      <UnstyledButton className={classes.link} onClick={open}>
        {isAdmin ? `context (${count})` : "context"}
      </UnstyledButton>
      <Modal opened={isOpen} onClose={close} title="Context files" size="lg">
        <ContextFiles context={context} files={files} isAdmin={isAdmin} />
      </Modal>
    </>
  );
}
