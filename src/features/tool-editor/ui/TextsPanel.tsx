"use client";
import { Divider, Stack, Switch, TextInput, Title } from "@mantine/core";
import { titleMax } from "@/features/tools/schema";
import { DraftText } from "./DraftText";
import { useDraft } from "./DraftProvider";
import { PanelFrame } from "./PanelFrame";

const headerIssue = (toolId: string | null) =>
  toolId === null ? "Give the app a name" : "Your tool should have a header before it is activated.";

/** App texts or tool texts (2-builder.md §2, §3). A generated app has a header, a description and a background. */
export function TextsPanel({ onDone }: { onDone: () => void }) {
  const { kind, tool } = useDraft();
  // An app is called by its header; a live tool needs one, too (2-builder.md §5).
  const isNeeded = tool.toolId === null || tool.status === "active";
  const needsHeader = (text: string) => (isNeeded && text.trim() === "" ? headerIssue(tool.toolId) : undefined);
  const isTool = tool.toolId !== null || kind === "tool" || kind === "app";
  return (
    <PanelFrame title={tool.toolId !== null ? "Tool texts" : "App texts"} onDone={onDone}>
      <DraftText name="header" label="Header" max={titleMax} placeholder="Meal planner" check={needsHeader} />
      <DraftText
        name="description"
        label="Description"
        rows={2}
        max={2_000}
        placeholder="What it does, in a sentence"
      />
      <DraftText
        name="background"
        label="Background"
        hint="What the assistant should know: who asks, what you offer, how you speak. Visitors do not see it."
        rows={3}
        max={isTool ? 20_000 : 2_000}
      />
      {isTool && <InputTexts />}
    </PanelFrame>
  );
}

function InputTexts() {
  const { texts, setText } = useDraft();
  const steps = Array.isArray(texts.inputSteps) ? texts.inputSteps : [];
  const examples = Array.isArray(texts.examples) ? (texts.examples as string[]) : [];
  const isHidden = texts.isInputHidden === true;
  return (
    <>
      <Divider />
      <DraftText name="welcomeMessage" label="Welcome message" hint="Stands above the form" rows={2} max={2_000} />
      <Stack gap={12}>
        <Title order={3}>Main input</Title>
        <Switch
          label="Hide the main input"
          description="Visitors fill in your custom fields only"
          checked={isHidden}
          onChange={({ currentTarget }) => setText("isInputHidden", currentTarget.checked)}
        />
        {!isHidden && (
          <>
            <Switch
              label="Collapse the main input"
              description={
                steps.length === 0 ? "Add steps to your custom fields first" : "Visitors open it when they need it"
              }
              // "Main input collapse is disabled when there are no input steps" (2-builder.md §5).
              disabled={steps.length === 0}
              checked={texts.isInputCollapsed === true && steps.length > 0}
              onChange={({ currentTarget }) => setText("isInputCollapsed", currentTarget.checked)}
            />
            <DraftText name="inputLabel" label="Label" max={200} placeholder="Your question" />
            <DraftText name="inputPlaceholder" label="Placeholder" max={200} placeholder="Tell us what you need" />
            {[0, 1, 2].map((index) => (
              <TextInput
                key={index}
                label={`Example ${index + 1}`}
                maxLength={500}
                value={examples[index] ?? ""}
                onChange={({ currentTarget }) => {
                  const next = [0, 1, 2].map((at) => (at === index ? currentTarget.value : (examples[at] ?? "")));
                  setText("examples", next);
                }}
              />
            ))}
          </>
        )}
      </Stack>
    </>
  );
}
