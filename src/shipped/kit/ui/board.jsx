import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { Ellipsis, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Portrait } from "@/components/ui/cover";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { LoadError } from "@/components/ui/empty-state";
import { FieldValue } from "@/components/ui/field-value";
import { PageHeader } from "@/components/ui/page-header";
import { RecordForm } from "@/components/ui/record-form";
import { Skeleton } from "@/components/ui/skeleton";
import { useAddress } from "@/lib/address";
import { fieldOf, fieldsOf, isEmpty, isPerson, oneIn, optionLabel, titleFieldOf, titleOf } from "@/lib/fields";
import { formatMoney } from "@/lib/format";
import { useGroups, useNames, usePhone, useRows } from "@/lib/rows";
import { toneColor, toneOf } from "@/lib/tones";
import { cn } from "@/lib/utils";

/**
 * @import { Draft } from "@/components/ui/record-form"
 * @import { Entity, Field, Names, Option } from "@/lib/fields"
 * @import { Group, Row, Values } from "@/sdk/types"
 */

/** @param {Entity} entity @param {Field} field that refers to a row, which may be a person */
const isSomebody = (entity, { reference }) => {
  const other = reference && entity.related(reference);
  return Boolean(other && isPerson(other));
};

/**
 * @param {{ entity: Entity, row: Row, facts: Field[], names: Names, field: Field, canChange: boolean, isMoved: boolean, onOpen: () => void, onMove: (row: Row, option: Option) => void, onDrag: (row: Row | null) => void }} props `isMoved`: by its menu, which has gone with the card in the other column
 */
function BoardCard({ entity, row, facts, names, field, canChange, isMoved, onOpen, onMove, onDrag }) {
  const menu = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => {
    if (isMoved) menu.current?.focus();
  }, [isMoved]);
  const badge = fieldsOf(entity).find(
    ({ kind, name }) => kind === "enum" && name !== field.name && !isEmpty(row[name]),
  );
  /** @param {Field} field */
  const nameOf = ({ name }) => names[name]?.get(row[name]);
  const isNaming = Object.keys(names).length === 0;
  const person = facts.find(
    (fact) => fact.kind === "reference" && (nameOf(fact) || (isNaming && !isEmpty(row[fact.name]))),
  );
  return (
    <li
      draggable={canChange}
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer?.setData("text/plain", titleOf(entity, row));
        onDrag(row);
      }}
      onDragEnd={() => onDrag(null)}
      className="group relative space-y-2.5 rounded-lg border bg-card p-3 shadow-xs transition-shadow hover:shadow-md [&[draggable=true]]:cursor-grab"
    >
      <div className="flex items-start gap-2">
        <button
          type="button"
          className="min-w-0 flex-1 break-words text-left text-sm font-medium leading-snug hover:underline"
          onClick={onOpen}
        >
          {titleOf(entity, row, names)}
        </button>
        {canChange && (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button
                ref={menu}
                variant="ghost"
                size="icon"
                className="-mr-1.5 -mt-1 size-7"
                aria-label={`Move ${titleOf(entity, row, names)}`}
              >
                <Ellipsis />
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="end">
              <DropdownMenuLabel>Move to</DropdownMenuLabel>
              {field.options
                .filter((option) => option !== row[field.name])
                .map((option) => (
                  <DropdownMenuItem key={option} onClick={() => onMove(row, option)}>
                    {optionLabel(option)}
                  </DropdownMenuItem>
                ))}
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
      {(badge || facts.some(({ name }) => !isEmpty(row[name]))) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-muted-foreground">
          {badge && <FieldValue field={badge} row={row} />}
          {facts
            .filter((fact) => fact !== person && !isEmpty(row[fact.name]))
            .map((fact) => (
              <FieldValue key={fact.name} field={fact} row={row} names={names} />
            ))}
          {person && (
            <span className="ml-auto flex items-center gap-1.5">
              {isSomebody(entity, person) && <Portrait name={nameOf(person) ?? ""} className="size-5 text-[9px]" />}
              {nameOf(person) ?? <span className="inline-block w-20">…</span>}
            </span>
          )}
        </div>
      )}
    </li>
  );
}

/**
 * @param {object} props
 * @param {Entity} props.entity
 * @param {Field} props.field
 * @param {Option} props.value
 * @param {Group | undefined} props.group
 * @param {string} [props.sum]
 * @param {string} [props.sort]
 * @param {{ row: Row | null, set: (row: Row | null) => void }} props.drag
 * @param {(values: Values) => void} props.onAdd
 * @param {string | null} props.movedId
 * @param {(row: Row, option: Option, isByMenu: boolean) => void} props.onMoved
 */
function BoardColumn({ entity, field, value, group, sum, sort, drag, movedId, onAdd, onMoved }) {
  const list = useRows(entity, { query: { [field.name]: value }, sort, limit: 30 });
  const names = useNames(entity, list.rows);
  const [, go] = useAddress();
  const [isOver, setIsOver] = useState(false);
  const title = titleFieldOf(entity);
  const facts = fieldsOf(entity)
    .filter(
      ({ kind, name }) =>
        name !== title &&
        (sort ? kind === "reference" || name === sort : ["money", "date", "datetime", "reference"].includes(kind)),
    )
    .slice(0, 3);
  const drop = () => {
    setIsOver(false);
    if (drag.row && drag.row[field.name] !== value) onMoved(drag.row, value, false);
  };
  return (
    <section
      aria-label={optionLabel(value)}
      className={cn(
        "flex w-72 shrink-0 flex-col md:w-auto md:min-w-60 md:max-w-md md:flex-1 rounded-xl bg-muted p-2 transition-shadow",
        isOver && "ring-2 ring-ring",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <header className="flex items-center gap-2 px-2 pb-3 pt-1.5 text-sm">
        <span
          className="size-2.5 rounded-full"
          style={{ background: toneColor(toneOf(value, field.options)) }}
          aria-hidden="true"
        />
        <h2 className="text-sm tracking-normal">{optionLabel(value)}</h2>
        <span className="tabular-nums text-muted-foreground">{group?.count ?? 0}</span>
        {sum && (
          <span className="ml-auto text-xs tabular-nums text-muted-foreground">
            {formatMoney(group?.[`sum:${sum}`] ?? 0)}
          </span>
        )}
      </header>
      {list.error && <p className="px-2 text-sm text-destructive">{list.error.message}</p>}
      {list.isLoading && (
        <div className="space-y-2">
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      )}
      <ul className="min-h-10 flex-1 space-y-2">
        {list.rows.map((row) => (
          <BoardCard
            key={row.id}
            entity={entity}
            row={row}
            facts={facts}
            names={names}
            field={field}
            canChange={list.canChange(row) && list.canSet(field.name)}
            onOpen={() => go({ id: row.id })}
            isMoved={row.id === movedId}
            onMove={(card, option) => onMoved(card, option, true)}
            onDrag={drag.set}
          />
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={list.more}>
          Show more
        </Button>
      )}
      {!list.isLoading && list.canAdd && list.canSet(field.name) && (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2 justify-start text-muted-foreground"
          onClick={() => onAdd({ [field.name]: value })}
        >
          <Plus /> Add
        </Button>
      )}
    </section>
  );
}

/**
 * A column per option, in the order of the options, with counts over all rows. Cards are dragged, or moved by their menu.
 * @param {{ entity: Entity, title?: string, action?: string, by: string, sum?: string, sort?: string, children?: React.ReactNode }} props `sort`: the order of a column's cards
 */
export function Board({ entity, title, action, by, sum, sort, children }) {
  const field = fieldOf(entity, by);
  const groups = useGroups(entity, { group: by, metrics: sum ? [`sum:${sum}`] : [] });
  const access = useRows(entity, { limit: 1 });
  const [dragged, setDragged] = useState(/** @type {Row | null} */ (null));
  const [adding, setAdding] = useState(/** @type {Draft | null} */ (null));
  const [movedId, setMovedId] = useState(/** @type {string | null} */ (null));
  const isPhone = usePhone();
  const one = oneIn(entity);
  /** @param {Row} row @param {Option} value @param {boolean} isByMenu */
  const move = (row, value, isByMenu) => {
    setMovedId(isByMenu ? row.id : null);
    const undo = () => void access.save(row.id, { [by]: row[by] ?? null }).catch(() => undefined);
    access.save(row.id, { [by]: value }).then(
      () => toast(`${titleOf(entity, row)}: ${optionLabel(value)}`, { action: { label: "Undo", onClick: undo } }),
      () => undefined,
    );
  };
  return (
    <div className="space-y-5">
      <PageHeader
        title={title}
        description={
          access.isAccessKnown && !access.canSet(by)
            ? undefined
            : isPhone
              ? "Move a card by its menu"
              : "Drag a card to move it on"
        }
      >
        {children}
        {access.canAdd && (
          <Button onClick={() => setAdding({})}>
            <Plus /> {action ?? `New ${one}`}
          </Button>
        )}
      </PageHeader>
      {groups.error ? (
        <LoadError error={groups.error} onRetry={groups.reload} />
      ) : (
        <div
          className="relative -mx-4 flex gap-3 overflow-x-auto px-4 pb-4 sm:-mx-6 sm:px-6"
          tabIndex={0}
          role="group"
          aria-label={title}
        >
          {field?.options.map((value) => (
            <BoardColumn
              key={value}
              entity={entity}
              field={field}
              value={value}
              sum={sum}
              sort={sort}
              group={groups.value?.find(({ key }) => key === value)}
              drag={{ row: dragged, set: setDragged }}
              movedId={movedId}
              onAdd={setAdding}
              onMoved={move}
            />
          ))}
        </div>
      )}
      {adding && <RecordForm entity={entity} row={adding} onSave={access.save} onClose={() => setAdding(null)} />}
    </div>
  );
}
