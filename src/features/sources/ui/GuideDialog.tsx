import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { failureOf, trpc } from "@/api/client";
import { problemOf } from "@/input-words";
import { FormDialog } from "@/ui/FormDialog";
import { type ContextItem, itemChangeSchema } from "../schema";

const fields = [
  ["templateFileUrl", "Template file", "A file to fill in, for whoever puts their own data here"],
  ["instructionsUrl", "Instructions", "A page that says how"],
] as const;

/** "templateFileUrl, instructionsUrl" (2-builder.md §3): what the owner of a copied app needs to replace an item. */
export function GuideDialog({ appId, item, onClose }: { appId: string; item: ContextItem; onClose: () => void }) {
  const utils = trpc.useUtils();
  const check = (name: (typeof fields)[number][0]) => (value: string) =>
    problemOf(itemChangeSchema[name], value.trim());
  const form = useForm({
    initialValues: { templateFileUrl: item.templateFileUrl, instructionsUrl: item.instructionsUrl },
    validate: { templateFileUrl: check("templateFileUrl"), instructionsUrl: check("instructionsUrl") },
  });
  const save = trpc.sources.rename.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await utils.sources.list.invalidate({ appId });
      onClose();
    },
  });
  const submit = form.onSubmit(({ templateFileUrl, instructionsUrl }) =>
    save.mutate({
      appId,
      itemId: item.id,
      templateFileUrl: templateFileUrl.trim(),
      instructionsUrl: instructionsUrl.trim(),
    }),
  );
  return (
    <FormDialog
      title={`For whoever replaces ${item.name}`}
      action="Save"
      isPending={save.isPending}
      error={save.error ? failureOf(save.error).message : undefined}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      {fields.map(([name, label, description]) => (
        <TextInput
          key={name}
          label={label}
          description={description}
          placeholder="https://"
          maxLength={2_000}
          {...form.getInputProps(name)}
        />
      ))}
    </FormDialog>
  );
}
