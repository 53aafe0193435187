import { useEffect, useRef, useState } from "react";
import { CalendarClock, Pencil, Printer, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { Cover, Portrait } from "@/components/ui/cover";
import { LoadingRows } from "@/components/ui/empty-state";
import { FieldInput } from "@/components/ui/field-input";
import { FieldValue } from "@/components/ui/field-value";
import { OptionBadge } from "@/components/ui/option-badge";
import { isSum, Recipient, recipientIn, Sums } from "@/components/ui/parts/paper";
import { RelatedList } from "@/components/ui/parts/related-list";
import { RecordFrame } from "@/components/ui/record-form";
import { fieldOfKind, fieldsOf, isEmpty, isPerson, manyOf, oneOf, titleFieldOf, titleOf } from "@/lib/fields";
import { formatDate } from "@/lib/format";
import { fromInput, toInput } from "@/lib/inputs";
import { isUnreadSelf } from "@/lib/own";
import { rebookingOf } from "@/lib/rebook";
import { followingOf } from "@/lib/sums";
import { cn } from "@/lib/utils";

/**
 * @import { Shown } from "@/components/ui/record-form"
 * @import { Entity, Field, Names } from "@/lib/fields"
 * @import { Related } from "@/components/ui/parts/related-list"
 * @import { Booking } from "@/lib/rebook"
 * @import { Row, Value, Values } from "@/sdk/types"
 */

const instant = ["enum", "boolean", "rating", "reference", "multi"];

/**
 * A value that becomes its input when it is pressed; Enter or leaving saves, Escape does not. What could not be saved stays in the input.
 * @param {{ entity: Entity, field: Field, row: Row, names: Names, page?: string | undefined, canChange: boolean, onSave: (values: Values) => Promise<unknown>, className?: string | undefined }} props
 */
function InlineField({ entity, field, row, names, page, canChange, onSave, className }) {
  const [value, setValue] = useState(/** @type {Value} */ (undefined));
  const isEditing = value !== undefined;
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  // Where the focus goes when the input comes, and back: it would be lost with what had it.
  const takesFocus = useRef(false);
  // An input that is removed loses the focus, which would save what it held a second time.
  const isOpen = useRef(false);
  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    /** @type {HTMLElement | null | undefined} */
    const target = place.current?.querySelector("input, textarea, button");
    target?.focus();
  });
  /** @param {Value} next */
  const show = (next) => {
    takesFocus.current = true;
    isOpen.current = next !== undefined;
    setValue(next);
  };
  /** @param {Value} [next] */
  const save = (next = value) => {
    if (!isOpen.current) return;
    /** @type {Value} */
    let stored;
    try {
      stored = fromInput(field, next);
    } catch {
      return toast.error(`${field.label} is not valid JSON`);
    }
    isOpen.current = false;
    setValue(undefined);
    if (field.isRequired && isEmpty(stored)) return toast.error(`${field.label} cannot be empty`);
    if (JSON.stringify(stored) !== JSON.stringify(row[field.name] ?? null)) void store(stored, next);
  };
  /** @param {Value} stored @param {Value} typed */
  const store = async (stored, typed) => {
    try {
      await onSave({ [field.name]: stored });
    } catch {
      show(typed);
    }
  };
  const isInstant = instant.includes(field.kind);
  /** @param {React.KeyboardEvent} event */
  const press = (event) => {
    if (event.key === "Escape") show(undefined);
    if (event.key !== "Enter" || isInstant || field.kind === "longtext" || event.nativeEvent.isComposing) return;
    // The focus goes to a button, which the same key would press.
    event.preventDefault();
    takesFocus.current = true;
    save();
  };
  return (
    <div
      className={cn(
        "grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-3 py-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]",
        className,
      )}
    >
      <dt className="py-1.5 text-muted-foreground" id={`label-${field.name}`}>
        {field.label}
      </dt>
      <dd className="min-w-0" ref={place} onKeyDown={isEditing ? press : undefined}>
        {isEditing ? (
          <FieldInput
            id={`edit-${field.name}`}
            field={field}
            entity={entity}
            value={value}
            aria-labelledby={`label-${field.name}`}
            onChange={(next) => {
              if (!isInstant) return setValue(next);
              takesFocus.current = true;
              save(next);
            }}
            {...(!isInstant && { onBlur: () => save() })}
          />
        ) : canChange ? (
          <div className="group -mx-2 flex min-h-8 items-center rounded-md px-2 py-1 hover:bg-muted print:bg-transparent!">
            <div className="min-w-0 flex-1 whitespace-pre-wrap break-words">
              <FieldValue field={field} row={row} names={names} page={page} />
            </div>
            <button
              type="button"
              className="rounded p-1 text-muted-foreground opacity-0 focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:none)]:opacity-100 print:hidden"
              aria-label={`Change ${field.label.toLowerCase()}`}
              onClick={() => show(toInput(field, row[field.name]))}
            >
              <Pencil className="size-3.5" />
            </button>
          </div>
        ) : (
          <div className="min-h-8 whitespace-pre-wrap break-words py-1">
            <FieldValue field={field} row={row} names={names} page={page} />
          </div>
        )}
      </dd>
    </div>
  );
}

/**
 * The page of one row: its fields, changed where they stand, and the lists of what belongs to it. `related`: `[{ entity: Deal, by: "contact", page: "Deals" }]`.
 * `pages`: where the rows stand that its fields point to, `{ company: "Companies" }`.
 * `booking`, as of the list: where people choose another time for a booking of theirs.
 * @param {{ entity: Entity, id: string, title?: string, related?: Related[], pages?: Record<string, string>, booking?: Booking, canPrint?: boolean }} props
 */
export function RecordPage({ entity, id, title, related = [], pages = {}, booking, canPrint }) {
  return (
    <RecordFrame entity={entity} id={id} title={title} loading={<LoadingRows />} booking={booking}>
      {(shown) => <Record {...{ entity, related, pages, booking, canPrint }} {...shown} />}
    </RecordFrame>
  );
}

/** @param {{ to: string }} props */
const RebookLink = ({ to }) => (
  <Button variant="outline" asChild>
    <Link to={to}>
      <CalendarClock /> Change the time
    </Link>
  </Button>
);

/** A person's portrait, or the picture of what has one. @param {{ entity: Entity } & Pick<Shown, "row" | "names">} props */
function Face({ entity, row, names }) {
  const picture = fieldOfKind(entity, "image");
  const image = picture && row[picture.name];
  if (isPerson(entity))
    return <Portrait name={titleOf(entity, row, names)} image={image} className="size-14 text-lg" />;
  return image ? (
    <span className="size-16 overflow-hidden rounded-lg border">
      <Cover seed={row.id} image={image} />
    </span>
  ) : null;
}

/** @param {Shown & { entity: Entity, related: Related[], pages: Record<string, string>, booking?: Booking | undefined, canPrint?: boolean | undefined }} props */
function Record({ entity, related, pages, booking, canPrint, row, list, names, back, edit, remove }) {
  const fields = fieldsOf(entity);
  const naming = titleFieldOf(entity);
  const badges = fields.filter(({ kind, name }) => kind === "enum" && !isEmpty(row[name])).slice(0, 2);
  const texts = fields.filter(({ kind, name }) => kind === "longtext" && name !== naming);
  const facts = fields.filter(
    (field) =>
      field.kind !== "longtext" &&
      field.kind !== "image" &&
      field.name !== naming &&
      !(list.isOwn && isUnreadSelf(field, names)),
  );
  const recipient = canPrint ? recipientIn(entity, row)?.name : undefined;
  const canChange = list.canChange(row);
  const rebooking = rebookingOf(entity, list, booking);
  /** What paper has no use for, or has above or below its lines. @param {Field} field @param {Row} row */
  const isUnprinted = (field, { [field.name]: value }) =>
    isEmpty(value) || field.kind === "enum" || field.name === recipient || Boolean(canPrint && isSum(field));
  /** @param {Values} values */
  const save = (values) => list.save(row.id, { ...followingOf(entity, row, values), ...values });
  return (
    <article className="space-y-6">
      {back}
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Face {...{ entity, row, names }} />
        <div className="min-w-48 flex-1">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 break-words text-2xl leading-tight">
              {canPrint && <span className="hidden print:inline">{oneOf(entity)} </span>}
              {titleOf(entity, row, names)}
            </h1>
            <span className="flex flex-wrap gap-2 print:hidden">
              {badges.map((field) => (
                <OptionBadge key={field.name} value={row[field.name]} options={field.options} />
              ))}
            </span>
          </div>
          <p className="mt-1 text-sm text-muted-foreground print:hidden">
            Added {formatDate(row.createdAt)}
            {row.updatedAt !== row.createdAt && `, changed ${formatDate(row.updatedAt)}`}
          </p>
        </div>
        <div className="flex gap-2 print:hidden">
          {canPrint && (
            <Button variant="outline" onClick={() => window.print()}>
              <Printer /> Print
            </Button>
          )}
          {canChange && rebooking && <RebookLink to={rebooking.addressFor(row)} />}
          {canChange && (
            <Button variant="outline" onClick={edit}>
              <Pencil /> Edit
            </Button>
          )}
          {list.canDelete(row) && (
            <Button variant="outline" size="icon" aria-label={`Delete ${titleOf(entity, row)}`} onClick={remove}>
              <Trash2 />
            </Button>
          )}
        </div>
      </header>
      {canPrint && <Recipient entity={entity} row={row} />}
      <div
        className={cn(
          "grid items-start gap-6 print:block print:space-y-6",
          related.length > 0 && "lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]",
        )}
      >
        <section className="rounded-xl border bg-card px-5 py-3 print:border-0 print:px-0" aria-label="Details">
          <dl
            className={cn(
              "divide-y",
              related.length === 0 && "lg:columns-2 lg:gap-12 lg:divide-y-0 [&>*]:break-inside-avoid",
            )}
          >
            {facts.map((field) => (
              <InlineField
                key={field.name}
                {...{ entity, field, row, names }}
                page={pages[field.name]}
                canChange={canChange && list.canSet(field.name) && !rebooking?.isFixed(field.name)}
                onSave={save}
                className={cn(isUnprinted(field, row) && "print:hidden")}
              />
            ))}
          </dl>
          {texts.map((field) => (
            <dl key={field.name} className="border-t first:border-0">
              <InlineField
                entity={entity}
                field={field}
                row={row}
                names={names}
                canChange={canChange && list.canSet(field.name)}
                onSave={save}
                className={cn(isEmpty(row[field.name]) && "print:hidden")}
              />
            </dl>
          ))}
        </section>
        {related.length > 0 && (
          <div className="space-y-6">
            {related.map((one) => (
              <RelatedList key={`${one.by}-${one.page ?? manyOf(one.entity)}`} row={row} isPaper={canPrint} {...one} />
            ))}
          </div>
        )}
        {canPrint && <Sums entity={entity} row={row} />}
      </div>
    </article>
  );
}
