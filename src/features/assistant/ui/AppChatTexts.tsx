"use client";
import { Stack, Textarea, TextInput } from "@mantine/core";
import { type RouterOutputs, trpc } from "@/api/client";
import { isText, shape } from "@/engines/shape";
import { KeptEditFooter } from "@/ui/KeptEditFooter";
import { notifySuccess } from "@/ui/notify";
import { type Edit, useKeptEdit } from "@/ui/use-kept-edit";

type Texts = { welcomeMessage: string; first: string; second: string; third: string };
const areTexts = shape<Texts>({ welcomeMessage: isText, first: isText, second: isText, third: isText });
const isChanged = shape<Edit<Texts>>({ base: areTexts, mine: areTexts });
const isEdit = (value: unknown): value is Edit<Texts> | null => value === null || isChanged(value);

const examples = ["first", "second", "third"] as const;
const labels: Record<keyof Texts, string> = {
  welcomeMessage: "Welcome message",
  first: "Example question 1",
  second: "Example question 2",
  third: "Example question 3",
};

type Props = { appId: string; settings: RouterOutputs["assistant"]["settings"] };

/** What the assistant says first, and the questions that it offers. */
export function AppChatTexts({ appId, settings: { welcomeMessage, examples: saved, revision } }: Props) {
  const utils = trpc.useUtils();
  const [first = "", second = "", third = ""] = saved;
  const edit = useKeptEdit(`joinery.app-chat.${appId}`, isEdit, { welcomeMessage, first, second, third });
  const { values } = edit;
  const refresh = () => utils.assistant.settings.invalidate({ appId });
  const update = trpc.assistant.update.useMutation({
    onSuccess: async () => {
      edit.drop();
      await refresh();
      notifySuccess("Saved");
    },
    // A newer save may be why: it is read, and what was typed stays.
    onError: () => void refresh(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!edit.isDirty || edit.hasConflict) return;
        const questions = examples.map((name) => values[name]);
        update.mutate({ appId, revision, welcomeMessage: values.welcomeMessage, examples: questions });
      }}
    >
      <Stack gap={12}>
        <Textarea
          label={labels.welcomeMessage}
          description="The first words that people read"
          placeholder="Ask about anything in this app that you may see."
          maxLength={500}
          autosize
          minRows={2}
          maxRows={6}
          value={values.welcomeMessage}
          onChange={(event) => edit.type("welcomeMessage", event.currentTarget.value)}
        />
        {examples.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            maxLength={200}
            value={values[name]}
            onChange={(event) => edit.type(name, event.currentTarget.value)}
          />
        ))}
        <KeptEditFooter edit={edit} labels={labels} isSaving={update.isPending} />
      </Stack>
    </form>
  );
}
