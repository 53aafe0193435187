"use client";
import { useState } from "react";
import { Button, FileButton, Group, Image, Input } from "@mantine/core";
import { uploadPicture } from "./upload-picture";

type Props = {
  appId: string;
  label: string;
  hint: string;
  /** "" is none. */
  url: string;
  /** Where the app lives: its own files are shown from there. */
  host: string | undefined;
  onChange: (url: string) => void;
};

/** A picture of the app's site: chosen, shown, removed. It is saved with the form that it stands in. */
export function PictureField({ appId, label, hint, url, host, onChange }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | null) => {
    if (!file) return;
    setIsBusy(true);
    setProblem(undefined);
    try {
      onChange(await uploadPicture(appId, file));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setIsBusy(false);
  };
  const src = url.startsWith("/") ? host && `${host}${url}` : url;
  return (
    <Input.Wrapper label={label} labelElement="div" description={hint} error={problem}>
      <Group gap={8} mt={8}>
        {src && <Image src={src} alt="" h={48} w="auto" radius="sm" />}
        <FileButton accept="image/png,image/jpeg,image/webp,image/gif" onChange={(file) => void take(file)}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              loading={isBusy}
              aria-label={`Choose ${label.toLowerCase()}`}
            >
              {url ? "Change" : "Choose"}
            </Button>
          )}
        </FileButton>
        {url && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => onChange("")}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
