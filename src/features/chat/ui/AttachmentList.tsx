import { IconFile } from "@tabler/icons-react";
import classes from "./messages.module.css";

type SentFile = { name: string; contentType: string; url: string };

/** Only our own uploads are loaded as pictures: an address of another host would tell it who reads this. */
const isOwnImage = ({ contentType, url }: SentFile) =>
  contentType.startsWith("image/") && (/^\/(?!\/)/.test(url) || url.startsWith("data:image/"));

/** The files that were sent with a message. */
export function AttachmentList({ files }: { files: SentFile[] }) {
  return (
    <ul className={classes.files} aria-label="Attachments">
      {files.map((file) => (
        <li key={file.url}>
          <a href={file.url} target="_blank" rel="noopener noreferrer" className={classes.fileLink}>
            {isOwnImage(file) ? (
              <img src={file.url} alt="" width={28} height={28} />
            ) : (
              <IconFile size={16} aria-hidden />
            )}
            <span>{file.name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
