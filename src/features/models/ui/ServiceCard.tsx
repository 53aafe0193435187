"use client";
import { Button, Group, Paper, PasswordInput, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { type ServiceInput, serviceNames, services } from "../schema";

type Props = {
  service: ServiceInput;
  /** A key is stored. It is never sent to the browser. */
  hasKey: boolean;
  place: string;
  onChange: (service: ServiceInput) => void;
  onRemove: () => void;
  onFirst: (() => void) | undefined;
};

/** One model service: its address, key and models, and a test that says what fails. */
export function ServiceCard({ service, hasKey, place, onChange, onRemove, onFirst }: Props) {
  const test = trpc.models.test.useMutation();
  const { provider, baseUrl, key, names } = service;
  const isOwn = provider === "openai-compatible";
  const change = (part: Partial<ServiceInput>) => {
    test.reset();
    onChange({ ...service, ...part });
  };
  const nameField = (role: keyof typeof names, label: string, description: string) => (
    <TextInput
      label={label}
      description={description}
      maxLength={200}
      value={names[role]}
      onChange={({ currentTarget }) => change({ names: { ...names, [role]: currentTarget.value } })}
    />
  );
  return (
    <Paper withBorder p={16} radius="sm" component="section" aria-label={`${serviceNames[provider]}: ${place}`}>
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          {place}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12}>
          <Select
            label="Service"
            data={services.map((value) => ({ value, label: serviceNames[value] }))}
            allowDeselect={false}
            value={provider}
            onChange={(value) => change({ provider: services.find((one) => one === value) ?? provider })}
          />
          <TextInput
            label="Address"
            placeholder={isOwn ? "http://localhost:11434/v1" : "The service's own"}
            required={isOwn}
            value={baseUrl}
            onChange={({ currentTarget }) => change({ baseUrl: currentTarget.value.trim() })}
          />
        </SimpleGrid>
        <PasswordInput
          label="Key"
          autoComplete="off"
          placeholder={
            hasKey ? "Stored. Enter another one to replace it." : isOwn ? "None, where the server asks for none" : ""
          }
          value={key ?? ""}
          onChange={({ currentTarget: { value } }) => {
            const { key: _old, ...open } = service;
            test.reset();
            onChange(value === "" ? open : { ...open, key: value });
          }}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing={12}>
          {nameField("build", "Model for building", isOwn ? "Its name at the server" : "Empty: our choice")}
          {nameField("repair", "For mending", "Empty: the same")}
          {nameField("small", "For small work", "Empty: the same")}
        </SimpleGrid>
        <Group gap={8}>
          <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate(service)}>
            Test
          </Button>
          {onFirst && (
            <Button variant="default" size="xs" onClick={onFirst}>
              Ask first
            </Button>
          )}
          <Button variant="subtle" color="gray" size="xs" onClick={onRemove}>
            Remove
          </Button>
        </Group>
        <div role="status">
          {test.data && (
            <Group gap={6} wrap="nowrap" c={test.data.isReady ? "green" : "red"}>
              {test.data.isReady ? <IconCircleCheck size={16} aria-hidden /> : <IconCircleX size={16} aria-hidden />}
              <Text size="sm">{test.data.words}</Text>
            </Group>
          )}
          {test.error && (
            <Text size="sm" c="red">
              {failureOf(test.error).message}
            </Text>
          )}
        </div>
      </Stack>
    </Paper>
  );
}
