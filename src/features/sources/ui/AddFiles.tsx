import { useState } from "react";
import { Button, CloseButton, FileButton, Group, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import type { RouterOutputs } from "@/api/client";
import { sizeWords, tooBigWords } from "../rules";
import type { Kind } from "./kinds";
import { tooManyWords } from "./use-uploads";
import classes from "./sources.module.css";

type Props = {
  kind: Kind;
  limits: RouterOutputs["sources"]["limits"] | undefined;
  isReplacing: boolean;
  onFiles: (files: File[]) => void;
};

const isSame = (one: File, other: File) =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** Files of one kind, chosen or dropped, before they are sent. */
export function AddFiles({ kind, limits, isReplacing, onFiles }: Props) {
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const filesMax = isReplacing ? 1 : (limits?.filesMax ?? 1);
  const take = (more: File[]) => {
    setProblem(undefined);
    setFiles((all) =>
      filesMax === 1 ? more.slice(0, 1) : [...all, ...more.filter((one) => !all.some((old) => isSame(old, one)))],
    );
  };
  const isTooBig = ({ size }: File) => limits !== undefined && size > limits.fileBytesMax;
  const upload = () => {
    if (files.length === 0) return setProblem("Please upload a file");
    if (files.length > filesMax) return setProblem(`${tooManyWords(filesMax)}. Leave ${files.length - filesMax} out.`);
    onFiles(files);
  };
  return (
    <Stack gap={12}>
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          setIsOver(false);
          take([...event.dataTransfer.files]);
        }}
      >
        <IconUpload size={22} stroke={1.5} />
        <Text size="sm">Drop {filesMax === 1 ? "a file" : "files"} here, or</Text>
        <FileButton
          accept={kind.accept?.join(",")}
          multiple={filesMax > 1}
          onChange={(chosen: File | File[] | null) =>
            take(chosen === null ? [] : Array.isArray(chosen) ? chosen : [chosen])
          }
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              Choose {filesMax === 1 ? "a file" : "files"}
            </Button>
          )}
        </FileButton>
        {limits && (
          <Text size="xs" c="dimmed">
            {filesMax === 1 ? "One file" : `Up to ${filesMax} files`}, {sizeWords(limits.fileBytesMax)} each
          </Text>
        )}
      </div>
      {files.map((file) => (
        <Group key={`${file.name} ${file.size} ${file.lastModified}`} justify="space-between" wrap="nowrap">
          <div className={classes.text}>
            <Text size="sm" truncate>
              {file.name}{" "}
              <Text span c="dimmed" size="xs">
                {sizeWords(file.size)}
              </Text>
            </Text>
            {isTooBig(file) && (
              <Text size="xs" c="red">
                {tooBigWords(limits!.fileBytesMax)}
              </Text>
            )}
          </div>
          <CloseButton
            size="sm"
            aria-label={`Leave out ${file.name}`}
            onClick={() => setFiles((all) => all.filter((one) => one !== file))}
          />
        </Group>
      ))}
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" c="red" role={problem && "alert"}>
          {problem}
        </Text>
        <Button onClick={upload} style={{ flexShrink: 0 }}>
          Upload
        </Button>
      </Group>
    </Stack>
  );
}
