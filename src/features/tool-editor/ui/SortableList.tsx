"use client";
import { type CSSProperties, type ReactNode, useId } from "react";
import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { ActionIcon } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import classes from "./panel.module.css";

type Props<Item> = {
  label: string;
  items: Item[];
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  onMove: (from: number, to: number) => void;
  children: (item: Item, index: number) => ReactNode;
};

/** A list in an order of the person's own: dragged, or moved by space and the arrow keys. */
export function SortableList<Item>({ label, items, idOf, nameOf, onMove, children }: Props<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(idOf);
  const placeOf = (id: UniqueIdentifier) => `${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  const name = (id: UniqueIdentifier) => {
    const item = items[ids.indexOf(String(id))];
    return item === undefined ? "" : nameOf(item);
  };
  /** What a screen reader says of a move. */
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}, ${placeOf(active.id)}`,
    onDragOver: ({ active, over }) => (over ? `${name(active.id)} goes to ${placeOf(over.id)}` : undefined),
    onDragEnd: ({ active, over }) => `Put down ${name(active.id)}${over ? `, ${placeOf(over.id)}` : ""}`,
    onDragCancel: ({ active }) => `${name(active.id)} stays where it was`,
  };
  return (
    <DndContext
      // Without an id the server and the browser name its hidden descriptions differently.
      id={useId()}
      sensors={sensors}
      accessibility={{ announcements }}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        const [from, to] = [ids.indexOf(String(active.id)), over ? ids.indexOf(String(over.id)) : -1];
        if (from >= 0 && to >= 0 && from !== to) onMove(from, to);
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={classes.rows} aria-label={label}>
          {items.map((item, index) => (
            <Row key={ids[index]} id={ids[index]!} name={nameOf(item)}>
              {children(item, index)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function Row({ id, name, children }: { id: string; name: string; children: ReactNode }) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const style: CSSProperties = { transform: CSS.Translate.toString(transform), transition };
  return (
    <li ref={setNodeRef} style={style} className={classes.row} data-dragging={isDragging || undefined}>
      <ActionIcon
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        variant="subtle"
        color="gray"
        className={classes.handle}
        aria-label={`Move ${name}`}
      >
        <IconGripVertical size={16} />
      </ActionIcon>
      {children}
    </li>
  );
}
