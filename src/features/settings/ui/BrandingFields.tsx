"use client";
import { type ReactNode } from "react";
import { Alert, ColorInput, ColorSwatch, SegmentedControl, Stack, Switch, Text, Title } from "@mantine/core";
import { contrastHints } from "../rules";
import { type AppStyle, styleNames, styleSchema } from "../schema";

type Values = Record<string, unknown>;
type Props = {
  style: Values;
  isAdmin: boolean;
  onChange: (key: string, value: unknown) => void;
  /** Renders an uploaded picture's field. */
  renderPicture: (key: "logoUrl" | "backgroundImage", label: string, hint: string) => ReactNode;
};

const looks = [
  { value: "", label: "Visitor's own" },
  ...styleNames.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
];

const colors = [
  ["backgroundColor", "Background"],
  ["headerTextColor", "Header"],
  ["subheaderTextColor", "Subheader"],
  ["buttonBackgroundColor", "Button"],
  ["buttonTextColor", "Text of the button"],
] as const;

const hintWords = {
  header: "The header is hard to read on this background.",
  subheader: "The subheader is hard to read on this background.",
  onButton: "The text of the button is hard to read.",
};

/** "App Branding": look, colours, pictures (1-platform.md §3). */
export function BrandingFields({ style, isAdmin, onChange, renderPicture }: Props) {
  const known: AppStyle = styleSchema.safeParse(style).data ?? {};
  const hints = contrastHints(known);
  return (
    <>
      <Stack gap={8}>
        <Title order={3}>Look</Title>
        <SegmentedControl
          aria-label="Look"
          fullWidth
          data={looks}
          value={known.styleName ?? ""}
          onChange={(value) => onChange("styleName", value)}
        />
      </Stack>
      <Stack gap={12}>
        <Title order={3}>Colors</Title>
        <Text size="sm" c="dimmed">
          Empty ones are the look&apos;s own.
        </Text>
        {colors.map(([key, label]) => (
          <Color key={key} label={label} value={known[key] ?? ""} onChange={(value) => onChange(key, value)} />
        ))}
        {hints.length > 0 && (
          <Alert color="yellow" variant="light" role="status">
            {hints.map(({ of, ratio }) => (
              <Text size="sm" key={of}>
                {hintWords[of]} Its contrast is {ratio} to 1; 4.5 reads well.
              </Text>
            ))}
          </Alert>
        )}
      </Stack>
      <Stack gap={16}>
        <Title order={3}>Pictures</Title>
        {renderPicture("logoUrl", "Logo", "Stands above the header")}
        {renderPicture("backgroundImage", "Background image", "Fills the page behind the form")}
      </Stack>
      {isAdmin && (
        <Switch
          label="Hide “Made with Joinery”"
          description="For admins"
          checked={known.hideBuildAI === true}
          onChange={({ currentTarget }) => onChange("hideBuildAI", currentTarget.checked)}
        />
      )}
    </>
  );
}

function Color({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <ColorInput
      label={label}
      placeholder="The look's own"
      // Mantine draws an empty value as white, which none of the looks need have.
      leftSection={value === "" ? <ColorSwatch color="transparent" size={18} /> : undefined}
      format="hex"
      eyeDropperButtonProps={{ "aria-label": "Pick a color from the screen" }}
      value={value}
      // Ignore half-typed colours; blur restores a valid one.
      onChange={(next) => (next === "" || /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(next)) && onChange(next)}
      swatches={["#ffffff", "#f6f7f9", "#16181d", "#4f46e5", "#6d28d9", "#0d9488", "#d97706", "#db2777", "#2563eb"]}
    />
  );
}
