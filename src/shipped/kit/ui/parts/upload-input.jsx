import { useRef, useState } from "react";
import { FileUp, ImagePlus, X } from "lucide-react";
import { UploadFile } from "@/api/integrations";
import { Button } from "@/components/ui/button";
import { reasonOf } from "@/lib/failure";
import { isPicture, pictureTypes } from "@/lib/pictures";

/** @import { Value } from "@/sdk/types" */

/** What is larger is refused by its size, without being decoded first. */
const decodedBytesMax = 10_000_000;

/**
 * A picture or another file, which is uploaded at once: the value is its address.
 * @param {{ id?: string, isImage: boolean, value: Value, onChange: (value: Value) => void }} props
 */
export function UploadInput({ id, isImage, value, onChange }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [isUploading, setIsUploading] = useState(false);
  const [problem, setProblem] = useState("");
  /** @param {File | undefined} file */
  async function upload(file) {
    if (!file) return;
    setProblem("");
    setIsUploading(true);
    try {
      if (isImage && file.size < decodedBytesMax && !(await isPicture(file)))
        return setProblem(`“${file.name}” is no picture that can be shown. Choose a PNG, JPEG, GIF or WebP file.`);
      onChange((await UploadFile({ file })).file_url);
    } catch (error) {
      setProblem(reasonOf(error));
    } finally {
      setIsUploading(false);
      // Else the same file, once it is put right, would be no change.
      if (input.current) input.current.value = "";
    }
  }
  const Icon = isImage ? ImagePlus : FileUp;
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      {value && isImage && <img src={String(value)} alt="" className="size-16 rounded-lg border object-cover" />}
      <input
        ref={input}
        id={id}
        type="file"
        accept={isImage ? pictureTypes : undefined}
        className="sr-only"
        onChange={(event) => upload(event.target.files?.[0])}
      />
      <Button variant="outline" disabled={isUploading} onClick={() => input.current?.click()}>
        <Icon /> {isUploading ? "Uploading…" : value ? "Replace" : "Upload"}
      </Button>
      {value && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove the ${isImage ? "picture" : "file"}`}
          onClick={() => onChange("")}
        >
          <X />
        </Button>
      )}
      {problem && (
        <p className="w-full text-sm text-destructive" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
