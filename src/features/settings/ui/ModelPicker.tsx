"use client";
import { useState } from "react";
import { Group, Loader, Select, Text } from "@mantine/core";
import { trpc } from "@/api/client";
import { money, shortNumber } from "@/ui/numbers";

/** Limit of rendered options: the list has hundreds. */
const shownMax = 60;

const priceOf = (price: number | null) => (price === null ? "?" : money(price));

/** Picker of models with prices and context size (1-platform.md §7). */
export function ModelPicker({ value, onChange }: { value: string; onChange: (model: string | null) => void }) {
  const { data, error } = trpc.settings.models.useQuery(undefined, { staleTime: 3_600_000 });
  const [search, setSearch] = useState("");
  const models = data?.models ?? [];
  const byId = new Map(models.map((model) => [model.id, model]));
  const isUnlisted = value !== "" && data && !byId.has(value);
  const hint =
    data?.source === "router"
      ? undefined
      : data?.source === "kept"
        ? "The list of models cannot be reached. This is the last one that came."
        : data && "The list of models cannot be reached. These are some well-known ones.";
  return (
    <Select
      label="AI model"
      description={hint}
      placeholder={data ? "The server's own" : "Loading…"}
      searchable
      clearable
      limit={shownMax}
      error={error?.message}
      rightSection={data || error ? undefined : <Loader size={12} />}
      data={[
        ...(isUnlisted ? [{ value, label: value }] : []),
        ...models.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value === "" ? null : value}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No model is called that"
      filter={({ options, search: words, limit }) => {
        const wanted = words.toLowerCase().trim();
        return options
          .filter((option) => "value" in option && `${option.label} ${option.value}`.toLowerCase().includes(wanted))
          .slice(0, limit);
      }}
      onChange={onChange}
      renderOption={({ option }) => {
        const model = byId.get(option.value);
        return (
          <div>
            <Text size="sm">{option.label}</Text>
            {model && (
              <Group gap={12}>
                <Text size="xs" c="dimmed">
                  {priceOf(model.promptPrice)} in, {priceOf(model.completionPrice)} out per 1M tokens
                </Text>
                {model.contextLength !== null && (
                  <Text size="xs" c="dimmed">
                    {shortNumber(model.contextLength)} context
                  </Text>
                )}
              </Group>
            )}
          </div>
        );
      }}
    />
  );
}
