"use client";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Anchor, Button, Group, Image, Stack, Text } from "@mantine/core";
import { IconTrash, IconUpload } from "@tabler/icons-react";
import { Modal } from "@/ui/Modal";
import { notify, notifyFailure, notifySuccess } from "@/ui/notify";
import { uploadBytesMax } from "@/features/runtime/schema";
import { pictureTypes, uploadImage } from "@/ui/upload-image";

/** "Image uploaded toast lasts 3 s" (2-builder.md §9). */
const uploadedToastMs = 3_000;

type Props = {
  appId: string;
  label: string;
  value: unknown;
  onSave: (url: string | null) => void;
  onClose: () => void;
};

/** Editor of an image cell: shows the image, or a file picker without one. */
export function ImageEditor({ appId, label, value, onSave, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  const url = typeof value === "string" && value !== "" ? value : undefined;

  // Only on open: a later value must not open the picker again.
  const chooseWhenEmpty = useEffectEvent(() => {
    if (url === undefined) input.current?.click();
  });
  // Without an image the file picker is all there is: cancelling it closes the editor.
  const cancel = useEffectEvent(() => {
    if (url === undefined) onClose();
  });
  useEffect(() => {
    const chooser = input.current;
    const hear = () => cancel();
    chooseWhenEmpty();
    chooser?.addEventListener("cancel", hear);
    return () => chooser?.removeEventListener("cancel", hear);
  }, []);

  const upload = async (file: File | undefined) => {
    setIsUploading(true);
    notify("Uploading image…", { autoClose: false });
    const uploaded = await uploadImage(appId, file, uploadBytesMax);
    setIsUploading(false);
    if (uploaded.ok) {
      notifySuccess("Image uploaded", { autoClose: uploadedToastMs });
      onSave(uploaded.url);
    } else notifyFailure(uploaded.message);
    onClose();
  };

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        hidden
        aria-label={`Image of ${label}`}
        onChange={(event) => void upload(event.currentTarget.files?.[0])}
      />
      <Modal
        opened={url !== undefined}
        onClose={onClose}
        title={label}
        size="auto"
        styles={{ body: { maxWidth: "92vw" } }}
      >
        <Stack gap={12}>
          {isBroken ? (
            <Text size="sm" c="dimmed" maw={420}>
              This image cannot be shown here. It may be gone, or belong to another site.{" "}
              <Anchor size="sm" href={url} target="_blank" rel="noreferrer">
                Open its address
              </Anchor>
            </Text>
          ) : (
            <Image
              src={url}
              alt={label}
              fit="contain"
              mah="70vh"
              maw="88vw"
              radius="sm"
              onError={() => setIsBroken(true)}
            />
          )}
          <Group justify="flex-end" gap={8}>
            <Button
              size="xs"
              variant="default"
              color="red"
              leftSection={<IconTrash size={14} />}
              disabled={isUploading}
              onClick={() => {
                onSave(null);
                onClose();
              }}
            >
              Remove
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUpload size={14} />}
              loading={isUploading}
              onClick={() => input.current?.click()}
            >
              Replace
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
