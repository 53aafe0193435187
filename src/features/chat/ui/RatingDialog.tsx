"use client";
import { useReducer, useRef } from "react";
import { Button, Chip, Group, Rating, Stack, Text, Textarea } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { Modal } from "@/ui/Modal";
import { notifyFailure } from "@/ui/notify";
import {
  canSubmitRating,
  emptyRating,
  fillRating,
  ratingCommentMax,
  ratingPayload,
  reasonsFor,
  scoreMax,
} from "../rate-response";
import { useChat } from "./chat-context";

/** Score, matching reasons, and a comment. */
export function RatingDialog({
  messageId,
  isOpen,
  onClose,
}: {
  messageId: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { appId } = useChat();
  const utils = trpc.useUtils();
  const [form, fill] = useReducer(fillRating, emptyRating);
  // A ref, because state would be a render late: Escape right after the click must not close a dialog that is sending.
  const isSending = useRef(false);
  const rate = trpc.chat.rate.useMutation({
    meta: { quiet: true },
    onSuccess: () => {
      fill({ type: "reset" });
      onClose();
      return utils.chat.page.invalidate({ appId });
    },
    // Keep the dialog with its input for a retry, unless another tab has rated meanwhile.
    onError: (error) => {
      if (failureOf(error).reason === "already-rated") return utils.chat.page.invalidate({ appId });
      notifyFailure("Failed to submit rating. Please try again.");
    },
    onSettled: () => void (isSending.current = false),
  });
  const submit = () => {
    isSending.current = true;
    rate.mutate({ appId, ...ratingPayload(messageId, form) });
  };
  const reasons = reasonsFor(form.score);
  const close = () => {
    if (!isSending.current) onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Rate this response"
      withCloseButton={!rate.isPending}
      closeOnEscape={!rate.isPending}
      closeOnClickOutside={!rate.isPending}
    >
      <Stack gap={16}>
        <Rating
          size="lg"
          count={scoreMax}
          value={form.score}
          onChange={(score) => fill({ type: "score", score })}
          aria-label="Score"
        />
        {reasons.length > 0 && (
          <div role="group" aria-label={form.score >= 4 ? "What was good?" : "What went wrong?"}>
            <Text size="sm" fw={500} mb={8}>
              {form.score >= 4 ? "What was good?" : "What went wrong?"}
            </Text>
            <Group gap={6}>
              {reasons.map((reason) => (
                <Chip
                  key={reason}
                  size="xs"
                  checked={form.feedback.includes(reason)}
                  onChange={() => fill({ type: "reason", reason })}
                >
                  {reason}
                </Chip>
              ))}
            </Group>
          </div>
        )}
        <Textarea
          label="Comment (optional)"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={ratingCommentMax}
          value={form.comment}
          onChange={(event) => fill({ type: "comment", comment: event.currentTarget.value })}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" disabled={rate.isPending} onClick={close}>
            Cancel
          </Button>
          <Button disabled={!canSubmitRating(form)} loading={rate.isPending} onClick={submit}>
            Submit
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
