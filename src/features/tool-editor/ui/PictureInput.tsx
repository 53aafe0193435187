"use client";
import { useState } from "react";
import { ActionIcon, Button, FileButton, Group, Input, Tooltip } from "@mantine/core";
import { IconPhoto, IconPhotoPlus } from "@tabler/icons-react";
import { uploadBytesMax } from "@/features/runtime/schema";
import { pictureTypes, uploadImage } from "@/ui/upload-image";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { useDraft } from "./DraftProvider";
import classes from "./panel.module.css";

type Props = { label: string; value: string; onChange: (url: string) => void; hint?: string; isSmall?: boolean };

/** A picture that is uploaded to the app. */
export function PictureInput({ label, value, onChange, hint, isSmall = false }: Props) {
  const { appId } = useDraft();
  const [isBusy, setIsBusy] = useState(false);
  const take = async (file: File | null) => {
    if (!file) return;
    setIsBusy(true);
    const uploaded = await uploadImage(appId, file, uploadBytesMax);
    setIsBusy(false);
    if (!uploaded.ok) return notifyFailure(uploaded.message);
    onChange(uploaded.url);
    // "Image uploaded toast lasts 3 s" (2-builder.md §9).
    notifySuccess("Image uploaded", { autoClose: 3_000 });
  };
  if (isSmall)
    return (
      <FileButton accept={pictureTypes} onChange={(file) => void take(file)}>
        {(props) => (
          <Tooltip label={value ? "Change the icon" : "Add an icon"}>
            <ActionIcon {...props} variant="subtle" color="gray" aria-label={label} loading={isBusy}>
              {value ? <img src={value} alt="" className={classes.icon} /> : <IconPhotoPlus size={16} />}
            </ActionIcon>
          </Tooltip>
        )}
      </FileButton>
    );
  return (
    <Input.Wrapper label={label} description={hint} labelElement="div">
      <Group gap={12} mt={4}>
        {value && <img src={value} alt="" className={classes.picture} />}
        <FileButton accept={pictureTypes} onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={isBusy}
              leftSection={<IconPhoto size={16} />}
              aria-label={`${value ? "Change" : "Upload"} ${label.toLowerCase()}`}
            >
              {value ? "Change" : "Upload"}
            </Button>
          )}
        </FileButton>
        {value && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => onChange("")}
            aria-label={`Remove ${label.toLowerCase()}`}
          >
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
