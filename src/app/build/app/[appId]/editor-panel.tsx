import { Skeleton } from "@mantine/core";
import { Allowed } from "@/api/Allowed";
import { useRights } from "@/api/use-rights";
import type { Panel } from "@/features/apps/menu";
import type { Picked } from "@/features/runtime/schema";
import { DoneFrame } from "./done-frame";
import { nameOf, panelViews } from "./panel-views";

type Props = {
  appId: string;
  /** Undefined until the app is known. */
  panel: Panel | undefined;
  isAdmin: boolean;
  onPick: (element: Picked) => void;
  onDone: () => void;
};

/** The panel beside a generated app's chat. */
export function EditorPanel({ appId, panel, isAdmin, onPick, onDone }: Props) {
  const { may } = useRights(appId);
  const view = panel && panelViews[panel];
  if (!view) return <Skeleton m={16} width="auto" height={320} />;
  const own = view.render({ appId, onPick, onDone });
  // A panel of a draft turns off its own fields: its Done button must not be among them.
  if (view.has === "done") return own;
  const open =
    view.isOpenToLookers || may("editor") ? (
      own
    ) : (
      <Allowed appId={appId} right="editor">
        {own}
      </Allowed>
    );
  return (
    <DoneFrame title={view.has === "heading" ? undefined : nameOf(view, { isAdmin })} onDone={onDone}>
      {open}
    </DoneFrame>
  );
}
