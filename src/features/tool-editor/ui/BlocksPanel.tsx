"use client";
import { useState } from "react";
import { ActionIcon, Button, Menu, Text, Textarea, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconCopy, IconLayoutList, IconPlus, IconTrash } from "@tabler/icons-react";
import { EmptyState } from "@/ui/EmptyState";
import { notify } from "@/ui/notify";
import { blocksMax, blockTypes, type ToolBlock } from "@/features/tools/schema";
import { BlockEditor } from "./BlockEditor";
import { blockTypeViews } from "./block-types";
import { MagicEdit } from "./MagicEdit";
import { PanelFrame } from "./PanelFrame";
import { SortableList } from "./SortableList";
import { useBlocks } from "./use-blocks";
import classes from "./panel.module.css";

/** What a block shows of how it is answered. */
const wayOf = ({ template, source, prompt }: ToolBlock) =>
  source ? `rows of ${source.entity}` : template ? "computed" : prompt?.trim() ? "answered by the model" : "empty";

/** "Results layout": the instructions, and the blocks of a result (2-builder.md §2). */
export function BlocksPanel({ onDone }: { onDone: () => void }) {
  const { blocks, gptPrompt, setPrompt, add, duplicate, remove, undo, move } = useBlocks();
  const [openId, setOpenId] = useState<string>();
  const open = blocks.find(({ id }) => id === openId);
  const removeBlock = (block: ToolBlock) => {
    remove(block.id);
    notify("Deleted the block", { action: { label: "Undo", onClick: () => undo(blocks) } });
  };
  return (
    <PanelFrame title="Results layout" lead="What a visitor gets: one block below the other." onDone={onDone}>
      {blocks.length === 0 && (
        <>
          <Textarea
            label="Instructions"
            description="The whole result as one text. For tables, lists and charts, add blocks."
            placeholder="Plan meals for {{days}} days for somebody who eats {{diet}}."
            autosize
            minRows={4}
            maxRows={16}
            maxLength={20_000}
            value={gptPrompt}
            rightSection={
              gptPrompt.trim() !== "" && (
                <MagicEdit label="Instructions" text={gptPrompt} max={20_000} onText={setPrompt} />
              )
            }
            onChange={({ currentTarget }) => setPrompt(currentTarget.value)}
          />
          <EmptyState icon={<IconLayoutList size={22} />} title="No blocks yet">
            A block is computed from the answers, filled with rows of your tables, or answered by the model.
          </EmptyState>
        </>
      )}
      <SortableList label="Blocks" items={blocks} idOf={({ id }) => id} nameOf={(block) => nameOf(block)} onMove={move}>
        {(block) => {
          const { Icon, label } = blockTypeViews[block.type ?? "text"];
          return (
            <>
              <Icon size={18} aria-hidden />
              <div className={classes.words}>
                <UnstyledButton className={classes.open} onClick={() => setOpenId(block.id)}>
                  <Text size="sm" fw={500} truncate>
                    <VisuallyHidden>Edit </VisuallyHidden>
                    {nameOf(block)}
                  </Text>
                  <Text size="xs" c="dimmed" truncate>
                    {label} · {wayOf(block)}
                  </Text>
                </UnstyledButton>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Duplicate ${nameOf(block)}`}
                disabled={blocks.length >= blocksMax}
                onClick={() => duplicate(block)}
              >
                <IconCopy size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Delete ${nameOf(block)}`}
                onClick={() => removeBlock(block)}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </>
          );
        }}
      </SortableList>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={16} />} disabled={blocks.length >= blocksMax}>
            Add a block
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {blockTypes.map((type) => {
            const { Icon, label } = blockTypeViews[type];
            return (
              <Menu.Item key={type} leftSection={<Icon size={16} />} onClick={() => setOpenId(add(type))}>
                {label}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {open && <BlockEditor key={open.id} block={open} onClose={() => setOpenId(undefined)} />}
    </PanelFrame>
  );
}

const nameOf = ({ title, type }: ToolBlock) => title?.trim() || blockTypeViews[type ?? "text"].label;
