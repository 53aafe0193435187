import { ActionIcon, Progress, Text } from "@mantine/core";
import { IconUpload, IconX } from "@tabler/icons-react";
import type { Upload } from "./use-uploads";
import classes from "./sources.module.css";

/** Files on their way, above the list that they will join. */
export function UploadRows({ uploads, onRemove }: { uploads: Upload[]; onRemove: (id: number) => void }) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Uploads">
      {uploads.map(({ id, name, fraction, error }) => (
        <li key={id} className={classes.row}>
          <span className={classes.icon}>
            <IconUpload size={17} stroke={1.75} />
          </span>
          <div className={classes.text}>
            <div className={classes.name}>{name}</div>
            {error ? (
              <Text size="xs" c="red" role="alert">
                {error}
              </Text>
            ) : (
              <Progress mt={8} size="sm" value={fraction * 100} aria-label={`Upload of ${name}`} />
            )}
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={error ? `Dismiss ${name}` : `Cancel the upload of ${name}`}
            onClick={() => onRemove(id)}
          >
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
