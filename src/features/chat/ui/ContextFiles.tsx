"use client";
import { Badge, ScrollArea, Stack, Table, Text } from "@mantine/core";
import type { ContextMetadata } from "../read-message";
import { missingFiles } from "../summarise-context";
import messages from "./messages.module.css";
import classes from "./context-dialog.module.css";

/** "Context dialog scroll height 400 px" (2-builder.md §9). */
const scrollHeight = 400;

const percent = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });
const whole = new Intl.NumberFormat("en-US");

/** The files that the assistant was given; for admins also how each was found. */
export function ContextFiles({
  context,
  files,
  isAdmin,
}: {
  context: ContextMetadata;
  files: string[];
  isAdmin: boolean;
}) {
  return (
    <ScrollArea.Autosize mah={scrollHeight} type="auto" offsetScrollbars>
      <Stack gap={16}>
        {isAdmin && <MissingFiles context={context} />}
        <FileList context={context} files={files} isAdmin={isAdmin} />
        {isAdmin && <Evals evals={context.evals} />}
      </Stack>
    </ScrollArea.Autosize>
  );
}

function MissingFiles({ context }: { context: ContextMetadata }) {
  const missing = missingFiles(context);
  if (missing.length === 0) return null;
  return (
    <div className={messages.notice} data-tone="cut" role="note">
      <b>
        {missing.length === 1 ? "1 edited file was not retrieved" : `${missing.length} edited files were not retrieved`}
      </b>
      : {missing.join(", ")}
    </div>
  );
}

function FileList({ context, files, isAdmin }: { context: ContextMetadata; files: string[]; isAdmin: boolean }) {
  const rows =
    context.retrievedFiles.length > 0
      ? context.retrievedFiles
      : files.map((filePath) => ({ filePath, retrievalMethods: [] }));
  return (
    <ul className={classes.files}>
      {rows.map(({ filePath, retrievalMethods }) => (
        <li key={filePath}>
          <code data-edited={(isAdmin && context.relevantFiles.includes(filePath)) || undefined}>{filePath}</code>
          {isAdmin && (
            <span className={classes.methods}>
              {retrievalMethods.map((method) => (
                <Badge key={method} size="sm" variant="light" tt="none" fw={500} radius="sm">
                  {method}
                </Badge>
              ))}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Evals({ evals }: { evals: ContextMetadata["evals"] }) {
  const methods = Object.entries(evals);
  if (methods.length === 0) return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        Retrieval methods
      </Text>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Method</Table.Th>
            <Table.Th ta="right">Recall</Table.Th>
            <Table.Th ta="right">Tokens</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {methods.map(([method, { recall, tokenUsage }]) => (
            <Table.Tr key={method}>
              <Table.Td>{method}</Table.Td>
              <Table.Td ta="right">{recall === null ? "–" : percent.format(recall)}</Table.Td>
              <Table.Td ta="right">{whole.format(tokenUsage)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
