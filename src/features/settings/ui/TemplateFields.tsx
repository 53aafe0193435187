"use client";
import { type ReactNode, useState } from "react";
import { Button, Group, Pill, Select, Stack, Switch, Textarea, TextInput, Title } from "@mantine/core";
import { labelMax } from "@/features/tools/schema";
import { categoryIssue } from "../rules";
import { categoriesMax, type Settings } from "../schema";

type Props = {
  settings: Settings;
  isOff: boolean;
  onChange: (key: string, value: unknown) => void;
  renderPicture: RenderPicture;
};
/** Pictures are uploaded to the app, which the tools' panels know how to do. */
export type RenderPicture = (label: string, hint: string, url: string, onUrl: (url: string) => void) => ReactNode;

/** The template library's section, for the one account that keeps it (1-platform.md §6). */
export function TemplateFields({ settings, isOff, onChange, renderPicture }: Props) {
  const { templateCategories: categories = [] } = settings;
  const [name, setName] = useState("");
  const [issue, setIssue] = useState<string>();
  const add = () => {
    const wrong = categoryIssue(name, categories);
    setIssue(wrong);
    if (wrong) return;
    onChange("templateCategories", [...categories, name.trim()]);
    setName("");
  };
  return (
    <Stack gap={12}>
      <Title order={3}>Template library</Title>
      <Switch
        label="Offer as a template"
        disabled={isOff}
        checked={settings.isToolTemplate === true}
        onChange={({ currentTarget }) => onChange("isToolTemplate", currentTarget.checked)}
      />
      <Switch
        label="For paid plans"
        disabled={isOff}
        checked={settings.isProTool === true}
        onChange={({ currentTarget }) => onChange("isProTool", currentTarget.checked)}
      />
      <Textarea
        label="Description of the template"
        disabled={isOff}
        autosize
        minRows={2}
        maxLength={2_000}
        value={settings.templateDescription ?? ""}
        onChange={({ currentTarget }) => onChange("templateDescription", currentTarget.value)}
      />
      {!isOff &&
        renderPicture("Template picture", "Stands on the template's card", settings.templateImageUrl ?? "", (url) =>
          onChange("templateImageUrl", url),
        )}
      <Select
        label="Category"
        disabled={isOff}
        clearable
        data={categories}
        value={settings.templateCategory || null}
        onChange={(category) => onChange("templateCategory", category ?? "")}
      />
      <Group gap={8} align="flex-end" wrap="nowrap">
        <TextInput
          label="New category"
          disabled={isOff}
          maxLength={labelMax}
          value={name}
          error={issue}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            setIssue(undefined);
          }}
        />
        <Button variant="default" onClick={add} disabled={isOff || categories.length >= categoriesMax}>
          Add
        </Button>
      </Group>
      <Group gap={8}>
        {categories.map((category) => (
          <Pill
            key={category}
            withRemoveButton={!isOff}
            removeButtonProps={{ "aria-label": `Delete ${category}` }}
            onRemove={() =>
              onChange(
                "templateCategories",
                categories.filter((one) => one !== category),
              )
            }
          >
            {category}
          </Pill>
        ))}
      </Group>
    </Stack>
  );
}
