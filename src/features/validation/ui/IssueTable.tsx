import { Badge, Table, Text } from "@mantine/core";
import type { Issue } from "@/engines/detect/schema";

/** Issues by file and line. */
export function IssueTable({ issues, empty }: { issues: Issue[]; empty: string }) {
  if (issues.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    );
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table verticalSpacing={4} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Severity</Table.Th>
            <Table.Th>Component</Table.Th>
            <Table.Th>Line</Table.Th>
            <Table.Th>Message</Table.Th>
            <Table.Th>Detector</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {issues.map((issue, index) => (
            <Table.Tr key={`${issue.path}:${issue.line}:${issue.detectorId}:${index}`}>
              <Table.Td>
                <Badge
                  size="sm"
                  miw="max-content"
                  variant="light"
                  color={issue.severity === "error" ? "red" : "yellow"}
                >
                  {issue.severity}
                </Badge>
              </Table.Td>
              <Table.Td title={issue.path}>{issue.componentName}</Table.Td>
              <Table.Td>{issue.line}</Table.Td>
              <Table.Td style={{ overflowWrap: "anywhere" }}>{issue.message}</Table.Td>
              <Table.Td>
                <Text size="xs" c="dimmed" ff="monospace">
                  {issue.detectorId}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
