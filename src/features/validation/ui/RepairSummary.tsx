import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ClientRepair } from "./tester";

const ms = (value: number) => `${value.toLocaleString("en-US", { maximumFractionDigits: value < 10 ? 1 : 0 })} ms`;

type Props = { title: string; repair: ClientRepair; isApplied: boolean; isApplying: boolean; onApply: () => void };

/** What a repair came to, step by step, and the button that makes it the app's next version. */
export function RepairSummary({ title, repair, isApplied, isApplying, onApply }: Props) {
  const {
    initialIssues,
    unresolvedIssues,
    repairProcessDetails,
    repairedFiles,
    iterationsPerformed,
    timingBreakdown,
    clientExecutionTimeMs,
  } = repair;
  const figures: [string, string][] = [
    ["Issues", `${initialIssues.length} → ${unresolvedIssues.length}`],
    ["Repaired files", String(repairedFiles.length)],
    ["Iterations", String(iterationsPerformed)],
    [
      "Time",
      `${ms(clientExecutionTimeMs)} (detectors ${ms(timingBreakdown.detectMs)}, fixers ${ms(timingBreakdown.repairMs)}, model ${ms(timingBreakdown.modelMs)})`,
    ],
  ];
  return (
    <Stack gap={12}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{title}</Text>
        <Button
          size="compact-sm"
          flex="none"
          loading={isApplying}
          disabled={isApplied || repairedFiles.length === 0}
          leftSection={isApplied ? <IconCheck size={16} /> : undefined}
          onClick={onApply}
        >
          {isApplied ? "Applied" : "Apply as bundle"}
        </Button>
      </Group>
      <Table verticalSpacing={4} fz="sm" withRowBorders={false}>
        <Table.Tbody>
          {figures.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Td c="dimmed" w={120}>
                {label}
              </Table.Td>
              <Table.Td>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {timingBreakdown.modelMs === 0 && unresolvedIssues.length > 0 && (
        <Text size="sm" c="dimmed">
          Only the fixers ran: no model is set up
        </Text>
      )}
      {repairProcessDetails.length > 0 && (
        <Stack gap={4} component="ol" m={0} pl={20} fz="sm">
          {repairProcessDetails.map((step, index) => (
            <li key={index}>
              <Text size="sm" component="span" td={step.isAccepted ? undefined : "line-through"}>
                {step.description}
              </Text>{" "}
              <Text size="xs" c="dimmed" component="span">
                {step.fixer}, {step.path}:{step.lines.start}, {step.issuesBefore} → {step.issuesAfter} issues
                {step.isAccepted ? "" : ", not kept"}
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
