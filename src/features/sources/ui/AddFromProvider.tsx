import { failureOf, trpc } from "@/api/client";
import type { ProviderId } from "@/features/integrations/schema";
import { ProviderPicker } from "@/features/integrations/ui/ProviderPicker";
import { notifyFailure } from "@/ui/notify";
import { itemTypes } from "../schema";

/** Documents of a cloud drive or a note workspace as items. */
export function AddFromProvider({
  appId,
  provider,
  onDone,
}: {
  appId: string;
  provider: ProviderId;
  onDone: () => void;
}) {
  const utils = trpc.useUtils();
  const add = trpc.sources.ingestMetadata.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await utils.sources.list.invalidate({ appId });
      onDone();
    },
    onError: (error) => {
      const { reason, message } = failureOf(error);
      const isUnknown = reason === "internal" || reason === "offline";
      if (reason !== "upgrade-required")
        notifyFailure(isUnknown ? "Error saving data, please try again or contact support via chat" : message);
    },
  });
  return (
    <ProviderPicker
      appId={appId}
      provider={provider}
      isAdding={add.isPending}
      onAdd={(files) =>
        add.mutate({
          appId,
          contextItems: files.map(({ id, name, type, url }) => ({
            source: provider === "notion" ? ("note_workspace" as const) : ("cloud_drive" as const),
            provider,
            externalFileId: id,
            externalFileUrl: url,
            name: name.trim().slice(0, 200) || "Untitled",
            type: itemTypes.find((one) => one === type) ?? ("unrecognized" as const),
          })),
        })
      }
    />
  );
}
