"use client";
import { useState } from "react";
import {
  Button,
  Code,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { trpc } from "@/api/client";
import { Modal } from "@/ui/Modal";
import { blockTypes, type ToolBlock } from "@/features/tools/schema";
import { blockTypeViews } from "./block-types";
import { useDraft } from "./DraftProvider";
import { useBlocks } from "./use-blocks";

const ways = [
  { value: "prompt", label: "Ask the model" },
  { value: "template", label: "Compute" },
  { value: "source", label: "Show rows" },
] as const;
type Way = (typeof ways)[number]["value"];

const wayOf = ({ template, source }: ToolBlock): Way => (source ? "source" : template ? "template" : "prompt");

/** One block of a result: what it shows, and how it is answered. Changes are saved as they are made. */
export function BlockEditor({ block, onClose }: { block: ToolBlock; onClose: () => void }) {
  const { change, fields } = useBlocks();
  const isPhone = useMediaQuery("(max-width: 40em)");
  const [way, setWay] = useState<Way>(wayOf(block));
  const set = (next: Partial<ToolBlock>) => change(block.id, next);
  const type = block.type ?? "text";
  const tags = [...fields.map(({ name }) => name), "input"];
  const choose = (next: Way) => {
    setWay(next);
    // A block is answered in one way: what it was answered from before would win over the new one.
    if (next !== "template") set({ template: undefined, ...(next === "prompt" && { source: undefined }) });
    else set({ source: undefined });
  };
  return (
    <Modal opened onClose={onClose} title="Edit block" size={620} fullScreen={isPhone}>
      <Stack gap={16}>
        <TextInput
          label="Title"
          data-autofocus
          maxLength={120}
          value={block.title ?? ""}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Select
          label="Shown as"
          allowDeselect={false}
          data={blockTypes.map((value) => ({ value, label: blockTypeViews[value].label }))}
          value={type}
          onChange={(value) => set({ type: blockTypes.find((one) => one === value) })}
        />
        <SegmentedControl
          aria-label="How it is answered"
          data={ways.map(({ value, label }) => ({ value, label }))}
          value={way}
          onChange={choose}
        />
        {way === "prompt" && (
          <Textarea
            label="Prompt"
            description="What the model is asked for this block"
            autosize
            minRows={4}
            maxRows={16}
            maxLength={20_000}
            value={block.prompt ?? ""}
            onChange={({ currentTarget }) => set({ prompt: currentTarget.value })}
          />
        )}
        {way === "template" && (
          <Textarea
            label="Template"
            description="Answered without a model. {{name}} is a field's answer, {{= … }} computes."
            placeholder={blockTypeViews[type].example}
            autosize
            minRows={4}
            maxRows={16}
            maxLength={20_000}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            value={block.template ?? ""}
            onChange={({ currentTarget }) => set({ template: currentTarget.value || undefined })}
          />
        )}
        {way === "source" && <SourceFields block={block} set={set} />}
        {way !== "source" && (
          <Group gap={4} role="group" aria-label="Fields">
            <Text size="xs" c="dimmed">
              Fields:
            </Text>
            {tags.map((name) => (
              <Code key={name}>{`{{${name}}}`}</Code>
            ))}
          </Group>
        )}
        {way === "prompt" && <ValidationFields block={block} set={set} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

type PartProps = { block: ToolBlock; set: (change: Partial<ToolBlock>) => void };

/** Rows of the app's own tables, under the visitor's permissions. */
function SourceFields({ block, set }: PartProps) {
  const { appId } = useDraft();
  const { data } = trpc.entities.schemas.useQuery({ appId });
  const { source } = block;
  const names = data?.entities.map(({ name }) => name) ?? [];
  if (data && names.length === 0)
    return (
      <Text size="sm" c="dimmed">
        This app has no tables yet. Rows can be shown once it has one.
      </Text>
    );
  return (
    <>
      <Select
        label="Table"
        data={names}
        value={source?.entity ?? null}
        onChange={(entity) => set({ source: entity === null ? undefined : { ...source, entity } })}
      />
      {source && (
        <Group grow align="flex-start">
          <TextInput
            label="Sorted by"
            placeholder="-createdAt"
            maxLength={60}
            value={source.sort ?? ""}
            onChange={({ currentTarget }) => set({ source: { ...source, sort: currentTarget.value || undefined } })}
          />
          <NumberInput
            label="At most"
            min={1}
            max={100}
            clampBehavior="strict"
            allowDecimal={false}
            value={source.limit ?? ""}
            onChange={(limit) => set({ source: { ...source, limit: typeof limit === "number" ? limit : undefined } })}
          />
        </Group>
      )}
    </>
  );
}

function ValidationFields({ block, set }: PartProps) {
  const { isEnabled = false, prompt = "" } = block.data?.features?.validation ?? {};
  const setValidation = (change: { isEnabled?: boolean; prompt?: string }) =>
    set({ data: { features: { validation: { isEnabled, prompt, ...change } } } });
  return (
    <>
      <Switch
        label="Check the answer"
        description="A second look tells whether it meets what you ask of it"
        checked={isEnabled}
        onChange={({ currentTarget }) => setValidation({ isEnabled: currentTarget.checked })}
      />
      {isEnabled && (
        <Textarea
          label="What it must meet"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2_000}
          value={prompt}
          onChange={({ currentTarget }) => setValidation({ prompt: currentTarget.value })}
        />
      )}
    </>
  );
}
