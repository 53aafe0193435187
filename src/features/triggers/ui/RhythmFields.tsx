"use client";
import { Chip, Group, Input, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { cronOf, minuteSteps, type Rhythm, weekdays } from "../rules";

const kinds: { value: Rhythm["every"]; label: string }[] = [
  { value: "minutes", label: "Every few minutes" },
  { value: "hour", label: "Every hour" },
  { value: "day", label: "Every day" },
  { value: "week", label: "Every week" },
  { value: "month", label: "Every month" },
  { value: "cron", label: "By a cron line" },
];

/** Monday first. */
const shownDays = [1, 2, 3, 4, 5, 6, 0];

/** The same kind of rhythm, with a time that was chosen before. */
function changed(rhythm: Rhythm, every: Rhythm["every"]): Rhythm {
  const time = "time" in rhythm ? rhythm.time : "09:00";
  switch (every) {
    case "minutes":
      return { every, minutes: 15 };
    case "hour":
      return { every, minute: 0 };
    case "day":
      return { every, time };
    case "week":
      return { every, days: [1], time };
    case "month":
      return { every, day: 1, time };
    case "cron":
      return { every, cron: cronOf(rhythm) };
  }
}

type Props = { rhythm: Rhythm; onChange: (rhythm: Rhythm) => void };

/** How often, and when. */
export function RhythmFields({ rhythm, onChange }: Props) {
  return (
    <Stack gap={12}>
      <Select
        label="Runs"
        data={kinds}
        allowDeselect={false}
        value={rhythm.every}
        onChange={(value) => value && onChange(changed(rhythm, value))}
      />
      {rhythm.every === "minutes" && (
        <Select
          label="Minutes between runs"
          allowDeselect={false}
          data={minuteSteps.map(String)}
          value={String(rhythm.minutes)}
          onChange={(value) => value && onChange({ ...rhythm, minutes: Number(value) })}
        />
      )}
      {rhythm.every === "hour" && (
        <NumberInput
          label="At minute"
          min={0}
          max={59}
          allowDecimal={false}
          clampBehavior="strict"
          value={rhythm.minute}
          onChange={(value) => typeof value === "number" && onChange({ ...rhythm, minute: value })}
        />
      )}
      {rhythm.every === "week" && (
        <Input.Wrapper label="On" labelElement="div">
          <Chip.Group
            multiple
            value={rhythm.days.map(String)}
            // The last day stays.
            onChange={(days) => days.length > 0 && onChange({ ...rhythm, days: days.map(Number) })}
          >
            <Group gap={4} mt={4} role="group" aria-label="Days of the week">
              {shownDays.map((day) => (
                <Chip
                  key={day}
                  size="xs"
                  icon={null}
                  styles={{ iconWrapper: { display: "none" }, label: { paddingInline: 10 } }}
                  value={String(day)}
                  aria-label={weekdays[day]}
                >
                  {weekdays[day]!.slice(0, 3)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )}
      {rhythm.every === "month" && (
        <NumberInput
          label="On day of the month"
          description={rhythm.day > 28 ? "Months without this day are left out" : undefined}
          min={1}
          max={31}
          allowDecimal={false}
          clampBehavior="strict"
          value={rhythm.day}
          onChange={(value) => typeof value === "number" && onChange({ ...rhythm, day: value })}
        />
      )}
      {"time" in rhythm && (
        <TextInput
          label="At"
          type="time"
          required
          withAsterisk={false}
          value={rhythm.time}
          onChange={({ currentTarget }) => currentTarget.value && onChange({ ...rhythm, time: currentTarget.value })}
        />
      )}
      {rhythm.every === "cron" && (
        <TextInput
          label="Cron line"
          description="Minute, hour, day of month, month, day of week"
          placeholder="0 9 * * 1-5"
          value={rhythm.cron}
          onChange={({ currentTarget }) => onChange({ ...rhythm, cron: currentTarget.value })}
        />
      )}
    </Stack>
  );
}
