"use client";
import { useState } from "react";
import { ActionIcon, Button, Loader, Menu, Textarea, UnstyledButton } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconCheck,
  IconDots,
  IconHandStop,
  IconMinus,
  IconPencil,
  IconPlus,
  IconX,
} from "@tabler/icons-react";
import { stepMax, stepsMax } from "@/engines/protocol/schema";
import type { PlanChange, Step } from "../schema";
import classes from "./plan.module.css";

const stateWords: Record<Step["state"], string> = {
  waiting: "Waiting",
  running: "In progress",
  done: "Done",
  held: "Needs your OK",
  failed: "Failed",
  skipped: "Left out",
};

let made = 0;

/** Ids only distinguish steps of one plan; `crypto.randomUUID` is missing on plain http. */
const newStepId = () => `s${Date.now().toString(36)}${(made += 1)}${Math.random().toString(36).slice(2, 8)}`;

type Props = {
  steps: Step[];
  /** Changes one of the steps that wait; absent where nothing may be changed. */
  onChange?: ((change: PlanChange) => void) | undefined;
};

/** The steps of a plan, with their states. Those that wait can be reworded, moved, removed, and new ones added. */
export function PlanSteps({ steps, onChange }: Props) {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <PlanStep
            key={step.id}
            step={step}
            number={index + 1}
            canMoveUp={steps[index - 1]?.state === "waiting"}
            canMoveDown={steps[index + 1]?.state === "waiting"}
            onChange={onChange}
          />
        ))}
      </ol>
      {isAdding && (
        <StepText
          label="New step"
          text=""
          onSave={(text) => {
            onChange?.({ kind: "add", id: newStepId(), text, after: steps.at(-1)?.id ?? null });
            setIsAdding(false);
          }}
          onCancel={() => setIsAdding(false)}
        />
      )}
      {onChange && !isAdding && steps.length < stepsMax && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          className={classes.add}
          leftSection={<IconPlus size={13} />}
          onClick={() => setIsAdding(true)}
        >
          Add a step
        </Button>
      )}
    </>
  );
}

type StepProps = {
  step: Step;
  number: number;
  canMoveUp: boolean;
  canMoveDown: boolean;
  onChange: Props["onChange"];
};

function PlanStep({ step, number, canMoveUp, canMoveDown, onChange }: StepProps) {
  const { id, text, state, reason } = step;
  const [isEditing, setIsEditing] = useState(false);
  const canEdit = onChange !== undefined && (state === "waiting" || state === "failed");
  if (isEditing && canEdit)
    return (
      <li className={classes.step}>
        <StepText
          label={`Edit step ${number}`}
          text={text}
          onSave={(words) => {
            onChange({ kind: "reword", id, text: words });
            setIsEditing(false);
          }}
          onCancel={() => setIsEditing(false)}
        />
      </li>
    );
  return (
    <li className={classes.step} data-state={state} aria-current={state === "running" ? "step" : undefined}>
      <span className={classes.mark} role="img" aria-label={`Step ${number}: ${stateWords[state]}`}>
        <Mark state={state} number={number} />
      </span>
      <div className={classes.words}>
        {canEdit ? (
          <UnstyledButton className={classes.text} title="Edit this step" onClick={() => setIsEditing(true)}>
            {text}
          </UnstyledButton>
        ) : (
          <span className={classes.text}>{text}</span>
        )}
        {reason && <span className={classes.reason}>{reason}</span>}
      </div>
      {canEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={24} variant="subtle" color="gray" aria-label={`Change step ${number}`}>
              <IconDots size={14} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setIsEditing(true)}>
              Edit
            </Menu.Item>
            {state === "waiting" && (
              <>
                <Menu.Item
                  leftSection={<IconArrowUp size={14} />}
                  disabled={!canMoveUp}
                  onClick={() => onChange({ kind: "move", id, by: -1 })}
                >
                  Move up
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconArrowDown size={14} />}
                  disabled={!canMoveDown}
                  onClick={() => onChange({ kind: "move", id, by: 1 })}
                >
                  Move down
                </Menu.Item>
                <Menu.Item leftSection={<IconX size={14} />} onClick={() => onChange({ kind: "remove", id })}>
                  Remove
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}

function Mark({ state, number }: { state: Step["state"]; number: number }) {
  switch (state) {
    case "running":
      return <Loader size={14} />;
    case "done":
      return <IconCheck size={14} stroke={2.5} />;
    case "failed":
      return <IconAlertTriangle size={14} />;
    case "held":
      return <IconHandStop size={14} />;
    case "skipped":
      return <IconMinus size={14} />;
    default:
      return number;
  }
}

type TextProps = { label: string; text: string; onSave: (text: string) => void; onCancel: () => void };

/** The words of one step: Enter saves, Escape leaves them as they were. */
function StepText({ label, text, onSave, onCancel }: TextProps) {
  const [draft, setDraft] = useState(text);
  const save = () => {
    const words = draft.trim();
    if (words === "" || words === text) onCancel();
    else onSave(words);
  };
  return (
    <Textarea
      autosize
      autoFocus
      minRows={1}
      maxRows={6}
      size="xs"
      flex={1}
      maxLength={stepMax}
      aria-label={label}
      placeholder="What is there after this step?"
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          event.stopPropagation();
          onCancel();
        }
        if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
        event.preventDefault();
        save();
      }}
    />
  );
}
