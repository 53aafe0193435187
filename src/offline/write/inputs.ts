import "server-only";

/** Inputs and displays that only some apps need. */
export const imageFieldSource = `import { useRef, useState } from "react";
import { ImagePlus, X } from "lucide-react";
import { toast } from "sonner";
import { UploadFile } from "@/api/integrations";
import { Button } from "@/components/ui/button";

/** Uploads a picture and keeps its address. */
export default function ImageField({ id, value, onChange }) {
  const input = useRef(null);
  const [isUploading, setIsUploading] = useState(false);

  async function upload(file) {
    if (!file) return;
    setIsUploading(true);
    try {
      const { file_url } = await UploadFile({ file });
      onChange(file_url);
    } catch (error) {
      toast.error("The picture could not be uploaded", { description: error.message });
    } finally {
      setIsUploading(false);
    }
  }

  return (
    <div className="flex items-center gap-3">
      {value && <img src={value} alt="" className="size-16 rounded-lg border object-cover" />}
      <input ref={input} id={id} type="file" accept="image/*" className="sr-only" onChange={(event) => upload(event.target.files?.[0])} />
      <Button type="button" variant="outline" disabled={isUploading} onClick={() => input.current?.click()}>
        <ImagePlus className="size-4" /> {isUploading ? "Uploading…" : value ? "Replace" : "Upload"}
      </Button>
      {value && (
        <Button type="button" variant="ghost" size="icon" aria-label="Remove the picture" onClick={() => onChange("")}>
          <X className="size-4" />
        </Button>
      )}
    </div>
  );
}
`;

export const fileFieldSource = `import { useRef, useState } from "react";
import { FileUp, X } from "lucide-react";
import { toast } from "sonner";
import { UploadFile } from "@/api/integrations";
import { Button } from "@/components/ui/button";

/** Uploads any file and keeps its address. */
export default function FileField({ id, value, onChange }) {
  const input = useRef(null);
  const [isUploading, setIsUploading] = useState(false);

  async function upload(file) {
    if (!file) return;
    setIsUploading(true);
    try {
      const { file_url } = await UploadFile({ file });
      onChange(file_url);
    } catch (error) {
      toast.error("The file could not be uploaded", { description: error.message });
    } finally {
      setIsUploading(false);
    }
  }

  return (
    <div className="flex min-w-0 items-center gap-3">
      <input ref={input} id={id} type="file" className="sr-only" onChange={(event) => upload(event.target.files?.[0])} />
      <Button type="button" variant="outline" disabled={isUploading} onClick={() => input.current?.click()}>
        <FileUp className="size-4" /> {isUploading ? "Uploading…" : value ? "Replace" : "Upload"}
      </Button>
      {value && <a href={value} target="_blank" rel="noreferrer" className="truncate text-sm text-primary hover:underline">Open the file</a>}
      {value && (
        <Button type="button" variant="ghost" size="icon" aria-label="Remove the file" onClick={() => onChange("")}>
          <X className="size-4" />
        </Button>
      )}
    </div>
  );
}
`;

export const tagsFieldSource = `import { useState } from "react";
import { X } from "lucide-react";
import { Input } from "@/components/ui/input";

/** Free words: Enter or a comma adds one, Backspace takes the last one away. */
export default function TagsField({ id, value, onChange }) {
  const [text, setText] = useState("");

  function add() {
    const tag = text.trim().replace(/,$/, "");
    if (tag && !value.includes(tag)) onChange([...value, tag]);
    setText("");
  }

  function press(event) {
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      add();
    }
    if (event.key === "Backspace" && text === "") onChange(value.slice(0, -1));
  }

  return (
    <div className="space-y-2">
      <Input id={id} value={text} placeholder="Type and press Enter" onChange={(event) => setText(event.target.value)} onKeyDown={press} onBlur={add} />
      {value.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <span key={tag} className="inline-flex items-center gap-1 rounded-full bg-muted py-0.5 pl-2.5 pr-1 text-xs font-medium">
              {tag}
              <button type="button" className="rounded-full p-0.5 hover:bg-foreground/10" aria-label={"Remove " + tag} onClick={() => onChange(value.filter((other) => other !== tag))}>
                <X className="size-3" />
              </button>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
`;

export const choicesFieldSource = `import { cn } from "@/lib/utils";
import { label } from "@/services/format";

/** Several options at once, each a button that can be pressed in. */
export default function ChoicesField({ id, value, options, onChange }) {
  const toggle = (option) => onChange(value.includes(option) ? value.filter((other) => other !== option) : [...value, option]);
  return (
    <div id={id} role="group" className="flex flex-wrap gap-2">
      {options.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={value.includes(option)}
          onClick={() => toggle(option)}
          className={cn(
            "rounded-full border px-3 py-1 text-sm transition-colors",
            value.includes(option) ? "border-primary bg-primary/10 text-primary" : "text-muted-foreground hover:text-foreground",
          )}
        >
          {label(option)}
        </button>
      ))}
    </div>
  );
}
`;

export const starsSource = `import { Star } from "lucide-react";
import { cn } from "@/lib/utils";

const steps = [1, 2, 3, 4, 5];

/** Shows one to five stars; with \`onChange\` they can be chosen. */
export default function Stars({ id, value, onChange }) {
  const star = (step) => <Star className={cn("size-4", step <= (value ?? 0) ? "fill-amber-400 text-amber-400" : "text-muted-foreground/40")} aria-hidden="true" />;
  if (!onChange && !value) return <span className="text-muted-foreground">–</span>;
  if (!onChange) {
    return (
      <span className="inline-flex gap-0.5 align-middle" role="img" aria-label={value + " of 5 stars"}>
        {steps.map((step) => <span key={step}>{star(step)}</span>)}
      </span>
    );
  }
  return (
    <div id={id} className="flex h-9 items-center gap-1" role="group">
      {steps.map((step) => (
        <button key={step} type="button" className="rounded p-1 hover:bg-muted" aria-label={step + " of 5 stars"} aria-pressed={value === step} onClick={() => onChange(value === step ? null : step)}>
          {star(step)}
        </button>
      ))}
    </div>
  );
}
`;

export const initialsSource = `/** A person's picture, or their initials in a quiet circle. */
export default function Initials({ name, image }) {
  if (image) return <img src={image} alt="" className="size-8 shrink-0 rounded-full object-cover" loading="lazy" />;
  const letters = String(name ?? "?").trim().split(/\\s+/).slice(0, 2).map((word) => word.charAt(0).toUpperCase()).join("");
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-primary/10 text-xs font-medium text-primary" aria-hidden="true">
      {letters}
    </span>
  );
}
`;
