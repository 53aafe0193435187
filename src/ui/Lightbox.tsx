"use client";
import { Anchor, Image, Stack } from "@mantine/core";
import { Modal } from "./Modal";

/** One picture as large as the window has room for. */
export function Lightbox({ src, name, onClose }: { src: string; name: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={name} size="auto" styles={{ body: { maxWidth: "92vw" } }}>
      <Stack gap={8}>
        <Image src={src} alt={name} fit="contain" mah="76vh" maw="88vw" radius="sm" />
        <Anchor size="sm" href={src} target="_blank" rel="noopener noreferrer">
          Open the original
        </Anchor>
      </Stack>
    </Modal>
  );
}
