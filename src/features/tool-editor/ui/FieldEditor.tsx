"use client";
import { useState } from "react";
import { Group, NumberInput, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { trpc } from "@/api/client";
import { FormDialog } from "@/ui/FormDialog";
import { fieldTypesOf, type Standing } from "@/features/plans/rules";
import { fieldIssue, hasOptions, isSameName, nameIssue, optionsOf } from "@/features/tools/check-definition";
import { fieldNameMax, type FieldType, filterConditions, labelMax, type ToolField } from "@/features/tools/schema";
import { useDraft } from "./DraftProvider";
import { fieldTypeViews } from "./field-types";
import { OptionsEditor } from "./OptionsEditor";
import { useFields } from "./use-fields";

const filterLabels = {
  none: "Does not filter data",
  include: "Only data that matches",
  exclude: "No data that matches",
} as const;

type Props = {
  /** Undefined: a new field. */
  first: ToolField | undefined;
  stepId: string | undefined;
  standing: Standing;
  onClose: () => void;
  onSave: (field: ToolField) => void;
};

/** Everything about one custom field. What is wrong with it is said when it is to be saved, and from then on as it is typed. */
export function FieldEditor({ first, stepId, standing, onClose, onSave }: Props) {
  const { fields } = useFields();
  const [field, setField] = useState<ToolField>(
    first ?? { name: "", label: "", type: "text", ...(stepId !== undefined && { stepId }) },
  );
  const [isTried, setIsTried] = useState(false);
  const isPhone = useMediaQuery("(max-width: 40em)");
  const set = (change: Partial<ToolField>) => setField({ ...field, ...change });
  const others = fields.filter((one) => !first || !isSameName(one.name, first.name));
  const wrongName = nameIssue(
    field.name,
    others.map(({ name }) => name),
  );
  const issue = fieldIssue(field, others);
  const save = () => {
    setIsTried(true);
    if (!issue) onSave(field);
  };
  return (
    <FormDialog
      title={first ? "Edit field" : "New field"}
      size={520}
      isFullScreen={isPhone}
      action={first ? "Save field" : "Add field"}
      error={isTried && !hasOptions(field) && !wrongName && field.type !== "number" ? issue : undefined}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label="Label"
        description="What visitors read"
        data-autofocus
        maxLength={labelMax}
        value={field.label ?? ""}
        onChange={({ currentTarget: { value } }) =>
          // Until it is named by hand, a field is called what its label says.
          set({ label: value, ...(!first && isNamedByLabel(field) && { name: value.slice(0, fieldNameMax) }) })
        }
      />
      <TextInput
        label="Name"
        description={
          field.name.trim() ? `{{${field.name.trim()}}} in your instructions` : "How your instructions name it"
        }
        required
        maxLength={fieldNameMax + 1}
        value={field.name}
        error={isTried || field.name !== "" ? wrongName : undefined}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TypeSelect field={field} first={first} standing={standing} onType={(type) => set({ type })} />
      {hasOptions(field) && (
        <OptionsEditor
          first={optionsOf(field)}
          onChange={(optionsConfig) => set({ optionsConfig, options: undefined })}
          problem={isTried && !wrongName ? issue : undefined}
        />
      )}
      {field.type === "number" && (
        <Group grow>
          <NumberInput
            label="Smallest value"
            value={field.min ?? ""}
            onChange={(min) => set({ min: typeof min === "number" ? min : undefined })}
          />
          <NumberInput
            label="Largest value"
            value={field.max ?? ""}
            error={isTried && !wrongName ? issue : undefined}
            onChange={(max) => set({ max: typeof max === "number" ? max : undefined })}
          />
        </Group>
      )}
      {field.type === "tool_item_select" && <ToolSelect toolId={field.toolId} onTool={(toolId) => set({ toolId })} />}
      {["text", "long_text", "number", "email", "place"].includes(field.type) && (
        <TextInput
          label="Placeholder"
          maxLength={200}
          value={field.placeholder ?? ""}
          onChange={({ currentTarget }) => set({ placeholder: currentTarget.value })}
        />
      )}
      <Textarea
        label={field.type === "photo" ? "Instructions for the photo" : "Help text"}
        description={field.type === "photo" ? "What it should show" : "Stands below the label"}
        maxLength={2_000}
        autosize
        minRows={1}
        maxRows={6}
        value={field.instructions ?? ""}
        onChange={({ currentTarget }) => set({ instructions: currentTarget.value })}
      />
      <Switches field={field} set={set} />
      <Select
        label="Data sources"
        description="Whether the answer narrows down what your data says"
        allowDeselect={false}
        data={filterConditions.map((value) => ({ value, label: filterLabels[value] }))}
        value={field.filterCondition ?? "none"}
        onChange={(value) => set({ filterCondition: filterConditions.find((one) => one === value) })}
      />
    </FormDialog>
  );
}

const isNamedByLabel = ({ name, label = "" }: ToolField) => name === label.slice(0, fieldNameMax);

type TypeProps = {
  field: ToolField;
  first: ToolField | undefined;
  standing: Standing;
  onType: (type: FieldType) => void;
};

/** "Photo type is hidden on lite. Place and tool_item_select are hidden for non-admins"; what a field is already stays. */
function TypeSelect({ field, first, standing, onType }: TypeProps) {
  const types = fieldTypesOf(standing);
  const shown = first && !types.includes(first.type) ? [...types, first.type] : types;
  const { Icon } = fieldTypeViews[field.type];
  return (
    <Select
      label="Type"
      allowDeselect={false}
      leftSection={<Icon size={16} />}
      data={shown.map((type) => ({ value: type, label: fieldTypeViews[type].label }))}
      value={field.type}
      onChange={(value) => onType(shown.find((type) => type === value) ?? field.type)}
    />
  );
}

function ToolSelect({ toolId, onTool }: { toolId: string | undefined; onTool: (toolId: string) => void }) {
  const { appId } = useDraft();
  const { data } = trpc.tools.list.useQuery({ appId });
  return (
    <Select
      label="Results of"
      placeholder="Any tool of this app"
      clearable
      data={data?.tools.map((one) => ({ value: one.toolId, label: one.title || one.path })) ?? []}
      value={toolId || null}
      onChange={(value) => onTool(value ?? "")}
    />
  );
}

function Switches({ field, set }: { field: ToolField; set: (change: Partial<ToolField>) => void }) {
  const { appId } = useDraft();
  const { data: people } = trpc.members.settings.useQuery({ appId });
  const isEmail = field.type === "email";
  // "The memorize option appears only when signup is enabled and the type is not photo" (1-platform.md §5).
  const mayMemorize = people?.isSignupWanted === true && field.type !== "photo";
  return (
    <Stack gap={12}>
      <Switch
        label="Required"
        checked={field.required === true}
        onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
      />
      <Switch
        label="Personal"
        description={isEmail ? "Email fields are always personal" : "Left out of results that are shared"}
        checked={isEmail || field.personal === true}
        disabled={isEmail}
        onChange={({ currentTarget }) => set({ personal: currentTarget.checked })}
      />
      {mayMemorize && (
        <Switch
          label="Memorize"
          description="Members find their last answer filled in"
          checked={field.memorize === true}
          onChange={({ currentTarget }) => set({ memorize: currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
