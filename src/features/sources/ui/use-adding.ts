import { failureOf, trpc } from "@/api/client";

/**
 * How a mutation that adds items ends: the list is read again, or its failure is told in words.
 * @param onFailure gets what to say, and the refusal's reason
 * @param otherwise what is said of a failure without words of its own (1-platform.md §8)
 */
export function useAdding(
  appId: string,
  onDone: () => void,
  onFailure: (message: string, reason: string) => void,
  otherwise = "Error saving data, please try again or contact support via chat",
) {
  const utils = trpc.useUtils();
  return {
    meta: { quiet: true },
    onSuccess: async () => {
      await utils.sources.list.invalidate({ appId });
      onDone();
    },
    onError: (error: unknown) => {
      const { reason, message } = failureOf(error);
      const isUnknown = reason === "internal" || reason === "offline";
      onFailure(isUnknown ? otherwise : message, reason);
    },
  };
}
