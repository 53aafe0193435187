"use client";
import { Box, Button, Group, SegmentedControl, Text, Textarea } from "@mantine/core";
import { IconArrowUp } from "@tabler/icons-react";
import { PlanFirst } from "@/features/build-plans/ui/PlanFirst";
import { requestMax } from "@/features/turns/limits";
import classes from "./home.module.css";

const examples = [
  {
    label: "CRM",
    request:
      "A CRM with contacts (name, email, status: lead/won/lost), deals with an amount and a due date that belong to a contact, and a dashboard",
  },
  {
    label: "Habit tracker",
    request:
      "A habit tracker with habits (name, category: health/work/mind, target per week as a number) and check-ins with a date and a note that belong to a habit, and a dashboard",
  },
  {
    label: "Event sign-ups",
    request:
      "An event sign-up app with events (title, date, place, capacity as a number) and guests (name, email, status: invited/going/declined) that belong to an event. Anyone can view events.",
  },
  {
    label: "Inventory",
    request:
      "An inventory app with products (name, SKU, price, quantity, category: hardware/software/service, photo) and suppliers with email and phone, and a dashboard",
  },
];

const toolExamples = [
  { label: "Meal planner", request: "A meal planner that asks for diet, days and allergies" },
  {
    label: "Loan calculator",
    request: "A loan calculator with the amount, the interest rate and the years, which shows the monthly payment",
  },
  {
    label: "Cleaning quote",
    request:
      "A cleaning quote that asks for square metres, bathrooms, how often and extras, and gives the price in euros",
  },
  {
    label: "Own formula",
    request: "A commission calculator: commission = sales * rate / 100, paid = base salary + commission",
  },
];

/** What a sentence becomes: an app with pages and tables, or a form that answers with a result. */
export type StartKind = "app" | "tool";

type Props = {
  /** Without it only apps are offered. */
  kind?: StartKind;
  onKind?: (kind: StartKind) => void;
  text: string;
  onText: (text: string) => void;
  onStart: () => void;
  isStarting: boolean;
  isFocused?: boolean;
  isPlanFirst?: boolean;
  /** Without it no plan is offered. */
  onPlanFirst?: (isPlanFirst: boolean) => void;
};

/** Text box for a new app's description, with examples. */
export function PromptBox({
  kind = "app",
  onKind,
  text,
  onText,
  onStart,
  isStarting,
  isFocused = false,
  isPlanFirst = false,
  onPlanFirst,
}: Props) {
  return (
    <>
      <div className={classes.composer}>
        <Textarea
          variant="unstyled"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={requestMax}
          size="md"
          aria-label={kind === "tool" ? "Describe your tool" : "Describe your app"}
          placeholder={
            kind === "tool"
              ? "Describe your tool: what it asks for, and what it shows"
              : "Describe your app: what it keeps track of, who uses it, what they see first"
          }
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            onStart();
          }}
          autoFocus={isFocused}
        />
        <Group justify="space-between" mt={4}>
          {onKind && (
            <SegmentedControl
              size="xs"
              aria-label="What to build"
              value={kind}
              onChange={(value) => onKind(value === "tool" ? "tool" : "app")}
              data={[
                { value: "app", label: "App" },
                { value: "tool", label: "AI tool" },
              ]}
            />
          )}
          {text.length >= requestMax ? (
            <Text size="xs" c="red" role="status">
              {requestMax.toLocaleString("en-US")} characters max
            </Text>
          ) : (
            <Text size="xs" c="dimmed" visibleFrom="sm">
              Enter to start, Shift+Enter for a new line
            </Text>
          )}
          <Group gap={8} ml="auto">
            {onPlanFirst && kind === "app" && <PlanFirst isOn={isPlanFirst} onChange={onPlanFirst} />}
            <Button
              onClick={onStart}
              loading={isStarting}
              disabled={!text.trim()}
              rightSection={<IconArrowUp size={16} />}
            >
              {isPlanFirst && kind === "app" ? "Plan it" : "Build it"}
            </Button>
          </Group>
        </Group>
      </div>
      <Box className={classes.examples}>
        {(kind === "tool" ? toolExamples : examples).map(({ label, request }) => (
          <Button key={label} size="xs" radius="xl" variant="default" onClick={() => onText(request)}>
            {label}
          </Button>
        ))}
      </Box>
    </>
  );
}
