"use client";
import { trpc } from "@/api/client";
import { notifyFailure, notifySuccess } from "@/ui/notify";

/** Runs a function as its schedule or webhook would. What it answered is in the toast, what it logged in the list. */
export function useRunNow() {
  const utils = trpc.useUtils();
  return trpc.functions.runTrigger.useMutation({
    onSuccess: ({ status, body }) => {
      const words = `It answered ${status}${body ? `: ${body.slice(0, 120)}` : ""}`;
      if (status < 400) notifySuccess(words);
      else notifyFailure(words);
    },
    onSettled: () => utils.triggers.invalidate(),
  });
}
