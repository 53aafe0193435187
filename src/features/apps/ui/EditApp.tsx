"use client";
import type { KeyboardEvent } from "react";
import { Input, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "@/api/client";
import { problemOf } from "@/input-words";
import { FormDialog } from "@/ui/FormDialog";
import { notifySuccess } from "@/ui/notify";
import {
  appDescriptionSchema,
  type AppIcon as Icon,
  appNameSchema,
  descriptionMax,
  iconNames,
  iconTones,
  nameMax,
} from "../schema";
import { AppIcon } from "./AppIcon";
import classes from "./app-icon.module.css";

type Card = { appId: string; name: string; description: string; icon: Icon };

/** Dialog for an app's name and icon. */
export function EditApp({ app, onClose }: { app: Card; onClose: () => void }) {
  const utils = trpc.useUtils();
  const current = trpc.apps.get.useQuery({ appId: app.appId });
  const form = useForm({
    initialValues: { name: app.name, description: app.description, icon: app.icon },
    validate: {
      name: (name) => problemOf(appNameSchema, name),
      description: (text) => problemOf(appDescriptionSchema, text),
    },
  });
  const update = trpc.apps.update.useMutation({
    onSuccess: async () => {
      await Promise.all([
        utils.apps.search.invalidate(),
        utils.apps.list.invalidate(),
        utils.apps.get.invalidate({ appId: app.appId }),
      ]);
      notifySuccess("Saved");
      onClose();
    },
  });
  const { icon } = form.values;
  return (
    <FormDialog
      title="Name, description and icon"
      action="Save"
      isReady={current.isSuccess}
      isPending={update.isPending}
      onSubmit={form.onSubmit(
        (values) => current.data && update.mutate({ appId: app.appId, revision: current.data.revision, ...values }),
      )}
      onClose={onClose}
    >
      <TextInput label="Name" data-autofocus maxLength={nameMax} {...form.getInputProps("name")} />
      <Textarea
        label="Description"
        placeholder="What it is for"
        autosize
        minRows={2}
        maxRows={5}
        maxLength={descriptionMax}
        {...form.getInputProps("description")}
      />
      <Choices
        label="Icon"
        options={iconNames}
        value={icon.name}
        iconOf={(name) => ({ name, tone: icon.tone })}
        onChoose={(name) => form.setFieldValue("icon", { ...icon, name })}
      />
      <Choices
        label="Color"
        options={iconTones}
        value={icon.tone}
        iconOf={(tone) => ({ name: icon.name, tone })}
        onChoose={(tone) => form.setFieldValue("icon", { ...icon, tone })}
      />
    </FormDialog>
  );
}

type ChoicesProps<Option extends string> = {
  label: string;
  options: readonly Option[];
  value: Option;
  iconOf: (option: Option) => Icon;
  onChoose: (option: Option) => void;
};

/** How far an arrow key goes among radio buttons, of which only the chosen one is a tab stop. */
const stepOf: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function Choices<Option extends string>({ label, options, value, iconOf, onChoose }: ChoicesProps<Option>) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = stepOf[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (options.indexOf(value) + step + options.length) % options.length;
    onChoose(options[at]!);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=radio]")[at]?.focus();
  };
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className={classes.choices} role="radiogroup" aria-label={label} onKeyDown={move}>
        {options.map((option) => (
          <UnstyledButton
            key={option}
            className={classes.choice}
            role="radio"
            tabIndex={option === value ? 0 : -1}
            aria-checked={option === value}
            aria-label={option.replaceAll("-", " ")}
            onClick={() => onChoose(option)}
          >
            <AppIcon icon={iconOf(option)} size={30} />
          </UnstyledButton>
        ))}
      </div>
    </Input.Wrapper>
  );
}
