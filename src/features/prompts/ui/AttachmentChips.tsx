import { CloseButton } from "@mantine/core";
import { type Attachment, fileSize } from "../attach-files";
import classes from "./composer.module.css";

type Props = { attachments: Attachment[]; onRemove: (id: string) => void };

/** Attachments of the next message with upload progress and a remove button. */
export function AttachmentChips({ attachments, onRemove }: Props) {
  if (attachments.length === 0) return null;
  return (
    <ul className={classes.attachments} aria-label="Attached files">
      {attachments.map((file) => (
        <li
          key={file.id}
          className={classes.attachment}
          data-status={file.status}
          title={file.status === "failed" ? file.message : file.name}
        >
          <span className={classes.attachmentName}>{file.name}</span>
          <span className={classes.attachmentSize}>
            {file.status === "uploading"
              ? `${Math.round(file.fraction * 100)}%`
              : file.status === "failed"
                ? file.message
                : fileSize(file.bytes)}
          </span>
          <CloseButton size="xs" aria-label={`Remove ${file.name}`} onClick={() => onRemove(file.id)} />
          {file.status === "uploading" && (
            <span
              className={classes.progress}
              style={{ width: `${file.fraction * 100}%` }}
              role="progressbar"
              aria-label={`Uploading ${file.name}`}
              aria-valuenow={Math.round(file.fraction * 100)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
