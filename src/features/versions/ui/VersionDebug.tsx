"use client";
import dynamic from "next/dynamic";
import { ActionIcon, Skeleton, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBug } from "@tabler/icons-react";
import { Modal } from "@/ui/Modal";

const VersionFacts = dynamic(() => import("./VersionFacts").then((file) => file.VersionFacts), {
  ssr: false,
  loading: () => <Skeleton height={240} />,
});

type Props = { appId: string; versionId: string };

/** "Version debug control" (2-builder.md §6): shows admins everything stored of a version. */
export function VersionDebug({ appId, versionId }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Tooltip label="Debug version">
        <ActionIcon size={22} variant="subtle" color="gray" aria-label="Debug version" onClick={open}>
          <IconBug size={14} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={isOpen} onClose={close} title="Debug version" size="lg">
        {isOpen && <VersionFacts appId={appId} versionId={versionId} />}
      </Modal>
    </>
  );
}
