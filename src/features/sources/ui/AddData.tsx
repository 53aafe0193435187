import { useState } from "react";
import { Button, Text, UnstyledButton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { RouterOutputs } from "@/api/client";
import { Modal } from "@/ui/Modal";
import type { ContextItem } from "../schema";
import { AddFiles } from "./AddFiles";
import { AddFromProvider } from "./AddFromProvider";
import { AddText } from "./AddText";
import { AddWeb } from "./AddWeb";
import { type Kind, kinds } from "./kinds";
import classes from "./sources.module.css";

type Props = {
  appId: string;
  /** Replace-file mode (1-platform.md §2): the item whose place the new one takes. */
  replaces: ContextItem | undefined;
  limits: RouterOutputs["sources"]["limits"] | undefined;
  onFiles: (files: File[]) => void;
  onClose: () => void;
};

/** The Data Sources dialog: what to add, then what that needs. */
export function AddData({ appId, replaces, limits, onFiles, onClose }: Props) {
  const [kind, setKind] = useState<Kind>();
  // An item that is fetched is synced again, not replaced.
  const offered = replaces ? kinds.filter(({ id, accept }) => id === "text" || accept) : kinds;
  const title = replaces ? `Replace ${replaces.name}` : "Data Sources";
  return (
    <Modal opened onClose={onClose} size="lg" title={kind && !replaces ? kind.label : title}>
      {kind && (
        <Button
          variant="subtle"
          size="compact-sm"
          mb={12}
          ml={-8}
          leftSection={<IconArrowLeft size={15} />}
          onClick={() => setKind(undefined)}
        >
          All kinds
        </Button>
      )}
      {!kind ? (
        <div className={classes.kinds}>
          {offered.map((one) => (
            <UnstyledButton key={one.id} className={classes.kind} onClick={() => setKind(one)}>
              <one.Icon size={22} stroke={1.5} />
              <div>
                <Text size="sm" fw={500}>
                  {one.label}
                </Text>
                <Text size="xs" c="dimmed">
                  {one.hint}
                </Text>
              </div>
            </UnstyledButton>
          ))}
        </div>
      ) : kind.id === "text" ? (
        <AddText appId={appId} limits={limits} replaceItemId={replaces?.id} onDone={onClose} />
      ) : kind.provider ? (
        <AddFromProvider appId={appId} provider={kind.provider} onDone={onClose} />
      ) : kind.id === "web" ? (
        <AddWeb appId={appId} limits={limits} onDone={onClose} />
      ) : (
        <AddFiles
          kind={kind}
          limits={limits}
          isReplacing={replaces !== undefined}
          onFiles={(files) => {
            onFiles(files);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}
