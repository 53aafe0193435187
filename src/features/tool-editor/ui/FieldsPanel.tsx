"use client";
import { useState } from "react";
import {
  ActionIcon,
  Button,
  Group,
  Menu,
  Select,
  Switch,
  Text,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
} from "@mantine/core";
import { IconForms, IconPlus, IconTrash } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { EmptyState } from "@/ui/EmptyState";
import { notify, notifyFailure } from "@/ui/notify";
import { fieldsMaxWords } from "@/features/tools/check-definition";
import { fieldsMax, labelMax, stepsMax, type ToolField } from "@/features/tools/schema";
import { useDraft } from "./DraftProvider";
import { FieldEditor } from "./FieldEditor";
import { fieldTypeViews } from "./field-types";
import { MagicField } from "./MagicField";
import { PanelFrame } from "./PanelFrame";
import { SortableList } from "./SortableList";
import { useFields } from "./use-fields";
import classes from "./panel.module.css";

/** Custom fields, and the steps that they are asked in (2-builder.md §2). */
export function FieldsPanel({ onDone }: { onDone: () => void }) {
  const { fields, steps, isStepped, fieldsOf, put, setStepped, addStep } = useFields();
  const { appId } = useDraft();
  const { data: standing } = trpc.plans.standing.useQuery();
  const [edited, setEdited] = useState<{ field?: ToolField; stepId?: string }>();
  const add = (stepId?: string) => {
    if (fields.length >= fieldsMax) notifyFailure(fieldsMaxWords);
    else setEdited(stepId === undefined ? {} : { stepId });
  };
  return (
    <PanelFrame
      title="Custom fields"
      lead="What visitors fill in. Write {{name}} in your instructions where a field's answer belongs."
      onDone={onDone}
    >
      <Switch
        label="Ask in steps"
        description="One page of the form after the other"
        checked={isStepped}
        onChange={({ currentTarget }) => setStepped(currentTarget.checked)}
      />
      {isStepped ? (
        <>
          {steps.map((step, index) => (
            <StepCard
              key={step.id}
              step={step}
              index={index}
              onAdd={() => add(step.id)}
              onEdit={(field) => setEdited({ field })}
            >
              {fieldsOf(step)}
            </StepCard>
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={steps.length >= stepsMax}
            onClick={addStep}
          >
            Add a step
          </Button>
        </>
      ) : (
        <>
          {fields.length === 0 && (
            <EmptyState icon={<IconForms size={22} />} title="No fields yet">
              Without any, visitors fill in the main input alone.
            </EmptyState>
          )}
          <FieldList fields={fields} onEdit={(field) => setEdited({ field })} />
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => add()}>
            Add a field
          </Button>
        </>
      )}
      <MagicField appId={appId} names={fields.map(({ name }) => name)} onField={(field) => put(field)} />
      {edited && standing && (
        <FieldEditor
          first={edited.field}
          stepId={edited.stepId}
          standing={standing}
          onClose={() => setEdited(undefined)}
          onSave={(field) => {
            put(field, edited.field);
            setEdited(undefined);
          }}
        />
      )}
    </PanelFrame>
  );
}

type StepProps = {
  step: { id: string; title: string };
  index: number;
  onAdd: () => void;
  onEdit: (field: ToolField) => void;
  children: ToolField[];
};

function StepCard({ step, index, onAdd, onEdit, children: fields }: StepProps) {
  const { steps, renameStep, moveStep, removeStep } = useFields();
  return (
    <section className={classes.step} aria-label={step.title || `Step ${index + 1}`}>
      <Group gap={8} wrap="nowrap">
        <TextInput
          className={classes.words}
          aria-label={`Title of step ${index + 1}`}
          placeholder={`Step ${index + 1}`}
          maxLength={labelMax}
          value={step.title}
          onChange={({ currentTarget }) => renameStep(step.id, currentTarget.value)}
        />
        <ActionsMenu label={`Actions for step ${index + 1}`}>
          <Menu.Item disabled={index === 0} onClick={() => moveStep(index, index - 1)}>
            Move up
          </Menu.Item>
          <Menu.Item disabled={index === steps.length - 1} onClick={() => moveStep(index, index + 1)}>
            Move down
          </Menu.Item>
          <Menu.Item c="var(--mantine-color-red-text)" onClick={() => removeStep(step.id)}>
            Remove the step
          </Menu.Item>
        </ActionsMenu>
      </Group>
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          No fields in this step yet
        </Text>
      )}
      <FieldList fields={fields} onEdit={onEdit} />
      <Button size="xs" variant="subtle" leftSection={<IconPlus size={14} />} onClick={onAdd}>
        Add a field
      </Button>
    </section>
  );
}

function FieldList({ fields, onEdit }: { fields: ToolField[]; onEdit: (field: ToolField) => void }) {
  const { fields: all, steps, isStepped, move, put, remove, undo } = useFields();
  const removeField = (field: ToolField) => {
    const issue = remove(field);
    if (issue) return notifyFailure(issue);
    notify(`Deleted ${field.label || field.name}`, { action: { label: "Undo", onClick: () => undo(all) } });
  };
  return (
    <SortableList
      label="Custom fields"
      items={fields}
      idOf={({ id, name }) => id ?? name}
      nameOf={({ label, name }) => label || name}
      onMove={(from, to) => move(fields[from]!, fields[to]!)}
    >
      {(field) => {
        const { Icon, label: typeLabel } = fieldTypeViews[field.type];
        const name = field.label || field.name;
        const marks = [
          typeLabel,
          field.required && "required",
          field.personal && "personal",
          field.memorize && "memorized",
        ];
        return (
          <>
            <Icon size={18} aria-hidden />
            <div className={classes.words}>
              <UnstyledButton className={classes.open} onClick={() => onEdit(field)}>
                <Text size="sm" fw={500} truncate>
                  <VisuallyHidden>Edit </VisuallyHidden>
                  {name}
                </Text>
                <Text size="xs" c="dimmed" truncate>
                  {marks.filter(Boolean).join(" · ")}
                </Text>
              </UnstyledButton>
            </div>
            {isStepped && steps.length > 1 && (
              <Select
                size="xs"
                w={96}
                aria-label={`Step of ${name}`}
                allowDeselect={false}
                data={steps.map(({ id, title }, index) => ({ value: id, label: title || `Step ${index + 1}` }))}
                value={steps.find(({ id }) => id === field.stepId)?.id ?? steps[0]!.id}
                onChange={(stepId) => stepId && put({ ...field, stepId }, field)}
              />
            )}
            <ActionIcon variant="subtle" color="gray" aria-label={`Delete ${name}`} onClick={() => removeField(field)}>
              <IconTrash size={16} />
            </ActionIcon>
          </>
        );
      }}
    </SortableList>
  );
}
