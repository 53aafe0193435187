import { useRef, useState } from "react";
import { FileUp, ImagePlus, X } from "lucide-react";
import { UploadFile } from "@/api/integrations";
import { Button } from "@/components/ui/button";
import { toastFailure } from "@/lib/rows";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Value } from "@/sdk/types"
 */

/**
 * A picture or another file, which is uploaded at once: the value is its address.
 * @param {{ id?: string, field: Field, value: Value, onChange: (value: Value) => void }} props
 */
export function UploadInput({ id, field, value, onChange }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [isUploading, setIsUploading] = useState(false);
  const isImage = field.kind === "image";
  /** @param {File | undefined} file */
  async function upload(file) {
    if (!file) return;
    setIsUploading(true);
    try {
      onChange((await UploadFile({ file })).file_url);
    } catch (error) {
      toastFailure("The file could not be uploaded", error);
    } finally {
      setIsUploading(false);
    }
  }
  const Icon = isImage ? ImagePlus : FileUp;
  return (
    <div className="flex min-w-0 items-center gap-3">
      {value && isImage && <img src={String(value)} alt="" className="size-16 rounded-lg border object-cover" />}
      <input
        ref={input}
        id={id}
        type="file"
        accept={isImage ? "image/*" : undefined}
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
    </div>
  );
}
