"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { UnstyledButton } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import classes from "./messages.module.css";

const Lightbox = dynamic(() => import("@/ui/Lightbox").then((file) => file.Lightbox), { ssr: false });

type SentFile = { name: string; contentType: string; url: string };

/** Load only our own uploads as images: requests to other hosts would reveal the reader. */
const isOwnImage = ({ contentType, url }: SentFile) =>
  contentType.startsWith("image/") && (/^\/(?!\/)/.test(url) || url.startsWith("data:image/"));

/** A message's attachments. Images open here, other files in a new tab. */
export function AttachmentList({ files }: { files: SentFile[] }) {
  const [shown, setShown] = useState<SentFile>();
  return (
    <ul className={classes.files} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.url}>
          {isOwnImage(file) ? (
            <UnstyledButton className={classes.fileLink} onClick={() => setShown(file)}>
              <img src={file.url} alt="" width={28} height={28} />
              <span>{file.name}</span>
            </UnstyledButton>
          ) : (
            <a href={file.url} target="_blank" rel="noopener noreferrer" className={classes.fileLink}>
              <IconFile size={16} aria-hidden />
              <span>{file.name}</span>
            </a>
          )}
        </li>
      ))}
      {shown && <Lightbox src={shown.url} name={shown.name} onClose={() => setShown(undefined)} />}
    </ul>
  );
}
