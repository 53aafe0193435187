"use client";
import { failureOf, trpc } from "@/api/client";
import { standingMax, standingSaved } from "@/features/turns/limits";
import { SavedText } from "@/ui/SavedText";
import { SettingsSection } from "./SettingsSection";

/** What the assistant is to keep to in all apps of the account. */
export function AssistantSettings() {
  const utils = trpc.useUtils();
  const stored = trpc.account.instructions.useQuery(undefined, { refetchOnWindowFocus: false });
  const save = trpc.account.setInstructions.useMutation({
    onSuccess: (next) => utils.account.instructions.setData(undefined, next),
  });
  const failure = save.error ?? stored.error;
  return (
    <SettingsSection
      title="Assistant"
      text="What the assistant keeps to in all of your apps, without being told again."
    >
      <SavedText
        label="Instructions for all apps"
        placeholder="Write all texts in German. Use our colors: #0b3d91 and white."
        maxLength={standingMax}
        savedWords={standingSaved}
        value={stored.data?.instructions ?? (stored.error ? "" : undefined)}
        isSaving={save.isPending}
        failure={failure ? failureOf(failure).message : undefined}
        onSave={(instructions, onSuccess) => save.mutate({ instructions }, { onSuccess })}
      />
    </SettingsSection>
  );
}
