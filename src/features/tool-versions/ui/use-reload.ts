import { trpc } from "@/api/client";

export type ToolInput = { appId: string; toolId?: string };

/** Asks again for everything that shows a tool which was replaced. */
export function useReload({ appId, toolId }: ToolInput) {
  const utils = trpc.useUtils();
  const toolInput = { appId, ...(toolId !== undefined && { toolId }) };
  return () =>
    Promise.all([
      utils.tools.get.invalidate(toolInput),
      utils.toolVersions.list.invalidate(toolInput),
      utils.tools.list.invalidate({ appId }),
      utils.apps.get.invalidate({ appId }),
    ]);
}
