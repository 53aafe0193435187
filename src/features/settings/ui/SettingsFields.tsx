"use client";
import { NumberInput, Select, Slider, Stack, Switch, Text, Title } from "@mantine/core";
import type { Refusal } from "@/features/plans/rules";
import { PlanNotice } from "@/features/plans/ui/PlanNotice";
import { chunksPerAnswerMax, queryMethods } from "@/features/retrieval/schema";
import type { Editor } from "../rules";
import { creditsRange, runSettingsOf, runsRange, temperatureRange } from "../schema";
import { ModelPicker } from "./ModelPicker";
import { type RenderPicture, TemplateFields } from "./TemplateFields";

type Values = Record<string, unknown>;
type Props = {
  settings: Values;
  editor: Editor;
  /** May offer the app as a template (`publishSettings`). */
  mayPublish: boolean;
  /** Why the plan forbids changes, if so. */
  refusal: Refusal | undefined;
  /** The app's tools, as choices of its main page; undefined for settings of a tool. */
  pages: { path: string; title: string }[] | undefined;
  onChange: (key: string, value: unknown) => void;
  renderPicture: RenderPicture;
};

const methodLabels = { automatic: "Automatic", words: "By words", meaning: "By meaning" };

/** App or tool settings (1-platform.md §3, §5, §6). */
export function SettingsFields({ settings, editor, mayPublish, refusal, pages, onChange, renderPicture }: Props) {
  const values = runSettingsOf(settings);
  const isOff = refusal !== undefined;
  return (
    <>
      {refusal && <PlanNotice gate={refusal.gate} message={refusal.message} />}
      <Stack gap={12}>
        <Title order={3}>Runs per user</Title>
        <Limit
          label="A day"
          value={values.dailyUserLimit}
          isOff={isOff}
          onChange={(limit) => onChange("dailyUserLimit", limit)}
        />
        <Limit
          label="A week"
          value={values.weeklyUserLimit}
          isOff={isOff}
          onChange={(limit) => onChange("weeklyUserLimit", limit)}
        />
      </Stack>
      {pages && pages.length > 0 && (
        <Select
          label="Main page"
          description="What the app's address opens"
          disabled={isOff}
          allowDeselect={false}
          data={[
            { value: "", label: "All tools" },
            ...pages.map(({ path, title }) => ({ value: path, label: title || path })),
          ]}
          value={pages.some(({ path }) => path === values.mainPage) ? values.mainPage! : ""}
          onChange={(path) => onChange("mainPage", path ?? "")}
        />
      )}
      {editor.isAdmin && <AdminFields values={values} isOff={isOff} mayPublish={mayPublish} onChange={onChange} />}
      {editor.keepsTemplates && (
        <TemplateFields settings={values} isOff={isOff} onChange={onChange} renderPicture={renderPicture} />
      )}
    </>
  );
}

type LimitProps = {
  label: string;
  value: number | null | undefined;
  isOff: boolean;
  onChange: (limit: number | null) => void;
};

/** "Daily and weekly runs per user 1-100" (1-platform.md §5). */
function Limit({ label, value, isOff, onChange }: LimitProps) {
  return (
    <NumberInput
      label={label}
      placeholder="No limit"
      disabled={isOff}
      min={runsRange.min}
      max={runsRange.max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={value ?? ""}
      onChange={(next) => onChange(typeof next === "number" ? next : null)}
    />
  );
}

type AdminProps = {
  values: ReturnType<typeof runSettingsOf>;
  isOff: boolean;
  mayPublish: boolean;
  onChange: Props["onChange"];
};

function AdminFields({ values, isOff, mayPublish, onChange }: AdminProps) {
  return (
    <Stack gap={16}>
      <div>
        <Title order={3}>AI model</Title>
        <Text size="sm" c="dimmed">
          For admins
        </Text>
      </div>
      <ModelPicker value={values.aiModel ?? ""} onChange={(model) => onChange("aiModel", model)} />
      <div>
        <Text size="sm" fw={500} id="temperature">
          Temperature: {values.modelTemperature.toFixed(1)}
        </Text>
        <Text size="xs" c="dimmed" mb={8}>
          Low repeats itself, high surprises
        </Text>
        <Slider
          thumbLabel="Temperature"
          disabled={isOff}
          min={temperatureRange.min}
          max={temperatureRange.max}
          step={temperatureRange.step}
          label={(value) => value.toFixed(1)}
          value={values.modelTemperature}
          onChange={(value) => onChange("modelTemperature", Math.round(value * 10) / 10)}
        />
      </div>
      <Select
        label="Query method"
        description="How data sources are searched"
        disabled={isOff}
        allowDeselect={false}
        data={queryMethods.map((value) => ({ value, label: methodLabels[value] }))}
        value={values.aiQueryMethod}
        onChange={(value) => value && onChange("aiQueryMethod", value)}
      />
      <NumberInput
        label="Passages per answer"
        description="How many passages of data sources the model is given"
        disabled={isOff}
        min={1}
        max={chunksPerAnswerMax}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={values.numOfChunks}
        onChange={(value) => typeof value === "number" && onChange("numOfChunks", value)}
      />
      <Switch
        label="Let a model order the passages"
        description="Better answers, but later, and each is paid for"
        disabled={isOff}
        checked={values.isReranked}
        onChange={({ currentTarget }) => onChange("isReranked", currentTarget.checked)}
      />
      <NumberInput
        label="Credits per run"
        disabled={isOff}
        min={creditsRange.min}
        max={creditsRange.max}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        value={values.creditsPerRun}
        onChange={(value) => typeof value === "number" && onChange("creditsPerRun", value)}
      />
      <Switch
        label="Users can edit results"
        disabled={isOff}
        checked={values.userCanEditResults}
        onChange={({ currentTarget }) => onChange("userCanEditResults", currentTarget.checked)}
      />
      <Switch
        label="App template"
        description="Everybody on this server can open a copy of the published app, without its members and secrets"
        disabled={isOff || !mayPublish}
        checked={values.isAppTemplate === true}
        onChange={({ currentTarget }) => onChange("isAppTemplate", currentTarget.checked)}
      />
    </Stack>
  );
}
