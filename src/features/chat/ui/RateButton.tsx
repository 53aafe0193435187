"use client";
import { useState } from "react";
import dynamic from "next/dynamic";
import { UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ChatMessage } from "../read-message";
import { scoreMax } from "../rate-response";
import { useChat } from "./chat-context";
import classes from "./context-dialog.module.css";

const RatingDialog = dynamic(() => import("./RatingDialog").then((file) => file.RatingDialog), { ssr: false });

/** 'Rate', or 'already rated', which is final. */
export function RateButton({ message }: { message: ChatMessage }) {
  const { isReadOnly } = useChat();
  const [isOpen, { open, close }] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (message.metadata.rating)
    return <span title={`${message.metadata.rating.score} of ${scoreMax}`}>already rated</span>;
  // "Read-only mode hides the rate button" (2-builder.md §4).
  if (isReadOnly) return null;
  return (
    <>
      <UnstyledButton className={classes.link} onClick={() => (setWasOpened(true), open())}>
        rate
      </UnstyledButton>
      {wasOpened && <RatingDialog messageId={message.id} isOpen={isOpen} onClose={close} />}
    </>
  );
}
