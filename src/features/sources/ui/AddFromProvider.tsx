import { trpc } from "@/api/client";
import type { ProviderId } from "@/features/integrations/schema";
import { ProviderPicker } from "@/features/integrations/ui/ProviderPicker";
import { notifyFailure } from "@/ui/notify";
import { itemTypes } from "../schema";
import { useAdding } from "./use-adding";

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
  // A plan's limit opens the upgrade dialog, which says it.
  const tell = (message: string, reason: string) => void (reason !== "upgrade-required" && notifyFailure(message));
  const add = trpc.sources.ingestMetadata.useMutation(useAdding(appId, onDone, tell));
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
