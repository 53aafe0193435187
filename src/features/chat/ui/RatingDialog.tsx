"use client";
import { useReducer, useRef } from "react";
import { Button, Chip, Group, Modal, Rating, Stack, Text, Textarea } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
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

/** A score, reasons that fit it, and words. */
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
  // Known at once, and not with the next drawing: an Escape right after the click must not close what is being sent.
  const isSending = useRef(false);
  const rate = trpc.chat.rate.useMutation({
    meta: { quiet: true },
    onSuccess: () => {
      fill({ type: "reset" });
      onClose();
      return utils.chat.page.invalidate({ appId });
    },
    // The dialog stays open with everything that was chosen, unless another tab has rated meanwhile: then trying again is no use.
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
