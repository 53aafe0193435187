import { useEffect, useRef, useState } from "react";
import { ArrowLeft, CircleAlert } from "lucide-react";
import { toast } from "sonner";
import { User } from "@/api/entities";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/components/ui/dialog";
import { LoadError } from "@/components/ui/empty-state";
import { FieldInput } from "@/components/ui/field-input";
import { Label } from "@/components/ui/label";
import { useAccess, useChoosable } from "@/lib/access";
import { useAddress } from "@/lib/address";
import { fieldsOf, manyOf, oneIn, oneOf, titleFieldOf } from "@/lib/fields";
import { useFields } from "@/lib/form";
import { useLinkedDetails } from "@/lib/linked-details";
import { focusHeading } from "@/lib/opener";
import { askedOfOwn, unaskedValues } from "@/lib/own";
import { rebookingOf } from "@/lib/rebook";
import { useGone } from "@/lib/removals";
import { removeLater, toastFailure, useNames, useRow, useRows } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Entity, Field, Names } from "@/lib/fields"
 * @import { FieldsForm } from "@/lib/form"
 * @import { Booking } from "@/lib/rebook"
 * @import { RowList, Save } from "@/lib/rows"
 * @import { Row, Values } from "@/sdk/types"
 */

/** @typedef {Values & { id?: string }} Draft A row that is stored, or one that is yet to be: then without an id. */

/**
 * What the page of one row has to draw it with (RecordFrame).
 * @typedef {{ row: Row, list: RowList, names: Names, back: React.ReactNode, edit: () => void, remove: () => void }} Shown
 */

const wide = ["longtext", "tags", "multi", "json"];

/** Labels and inputs in two columns. @param {{ fields: Field[], entity: Entity, form: FieldsForm }} props */
export function FieldGrid({ fields, entity, form }) {
  const title = titleFieldOf(entity);
  const grid = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { refusals } = form;
  // Where there is something to put right.
  useEffect(() => {
    if (refusals === 0) return;
    const input = grid.current?.querySelector("[data-wrong]")?.querySelector("input, textarea, button");
    if (input instanceof HTMLElement) input.focus();
  }, [refusals]);
  return (
    <div ref={grid} className="@container min-w-0">
      <div className="grid gap-4 @md:grid-cols-2">
        {fields.map((field) => (
          <div
            key={field.name}
            data-wrong={form.errors[field.name] ? "" : undefined}
            className={cn(
              "flex min-w-0 flex-col gap-2",
              (wide.includes(field.kind) || field.name === title || fields.length < 3) && "@md:col-span-2",
            )}
          >
            <Label htmlFor={field.name}>
              {field.label}
              {field.isRequired && (
                <span className="-ml-1 text-destructive" aria-hidden="true">
                  {" "}
                  *
                </span>
              )}
            </Label>
            <FieldInput
              id={field.name}
              field={field}
              entity={entity}
              value={form.values[field.name]}
              isWrong={Boolean(form.errors[field.name]) || undefined}
              onChange={(value) => form.set(field.name, value)}
            />
            {form.errors[field.name] && (
              <p className="text-sm text-destructive" role="alert">
                {form.errors[field.name]}
              </p>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

/** @typedef {{ entity: Entity, row: Draft, title?: string, only?: string[] | undefined, isSent?: boolean, isOwn?: boolean, onSave: Save, onClose: () => void, onDelete?: (() => void) | undefined }} RecordFormProps */

/**
 * The dialog that creates a row, or edits one that has an id. `row` may hold values to start with: `{ company: company.id }`.
 * It asks for the fields that the user may set, and whoever has to sign in before they add something to do that first:
 * what they typed would be lost with it. `isSent`: a visitor sends it in, and the page says that it came. `isOwn`: members
 * write about themselves; who they are is known, and among rows that they may not read there is nothing to choose.
 * @param {RecordFormProps} props
 */
export function RecordForm({ only, ...props }) {
  const fields = fieldsOf(props.entity).filter(({ name }) => !only || only.includes(name));
  const Fields = props.isOwn ? OwnFields : OpenFields;
  const isOpen = !props.isOwn && fields.every(({ property }) => !property["x-accessControl"]);
  return (
    <>
      {!props.row.id && <SignInFirst entity={props.entity} onClose={props.onClose} />}
      {/* At once where nothing has to be asked: what opened it has the focus still. */}
      {isOpen ? <RecordDialog fields={fields} {...props} /> : <Fields fields={fields} {...props} />}
    </>
  );
}

/** Sends whoever may add rows only once they are signed in to do that. @param {{ entity: Entity, onClose: () => void }} props */
function SignInFirst({ entity, onClose }) {
  const isTooEarly = useAccess(entity)?.addsOnceSignedIn;
  useEffect(() => {
    if (!isTooEarly) return;
    onClose();
    void User.login();
  }, [isTooEarly, onClose]);
  return null;
}

/** @typedef {Omit<RecordFormProps, "only"> & { fields: Field[] }} AskedProps */

/** Leaves out what the user may not set. @param {AskedProps} props */
function OpenFields({ fields, ...props }) {
  const access = useAccess(props.entity);
  if (!access) return null;
  return <RecordDialog fields={fields.filter(({ name }) => access.canSet(name))} {...props} />;
}

/** The same of rows of the user's own. @param {AskedProps} props */
function OwnFields({ fields, ...props }) {
  const choosable = useChoosable(props.entity, fields);
  return choosable && <OpenFields fields={props.row.id ? choosable : askedOfOwn(choosable)} {...props} />;
}

/** @param {unknown} error */
const isMissing = (error) => error instanceof Error && "status" in error && error.status === 404;

/** What a row holds besides what its form asks for, and anybody may set. @param {Entity} entity @param {Draft} row @returns {Values} */
const restOf = (entity, row) =>
  Object.fromEntries(
    fieldsOf(entity).flatMap(({ name, property }) => {
      const value = row[name];
      return property["x-accessControl"] || value === undefined || value === null ? [] : [[name, value]];
    }),
  );

/** @param {AskedProps} props */
function RecordDialog({ entity, fields, row, title, isSent, isOwn, onSave, onClose, onDelete }) {
  const one = oneIn(entity);
  const form = useFields(fields, row, { isOwn: isSent || (isOwn && !row.id) });
  useLinkedDetails(entity, fields, form, !row.id);
  const [isSaving, setIsSaving] = useState(false);
  const [isGone, setGone] = useGone(entity, row.id);
  const id = isGone ? undefined : row.id;
  const [does, doing] = isSent ? ["Send", "Sending…"] : [isGone ? `Save as a new ${one}` : "Save", "Saving…"];

  /** @param {React.SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    setIsSaving(true);
    try {
      // Only what was changed here: somebody else may have changed other fields meanwhile.
      const begun = isGone ? restOf(entity, row) : row;
      const unasked = isOwn ? unaskedValues(entity, [...Object.keys(begun), ...Object.keys(values)]) : {};
      await onSave(id, id ? form.changed(values) : { ...unasked, ...begun, ...values });
      if (isSent || isOwn) form.sent(values);
      if (!isSent) toast.success(id ? "Changes saved" : `${oneOf(entity)} added`);
      onClose();
    } catch (error) {
      if (id && isMissing(error)) setGone();
      else if (!form.refuse(error)) toastFailure(`The ${one} could not be ${isSent ? "sent" : "saved"}`, error);
      setIsSaving(false);
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent className="max-h-[90dvh] scroll-pb-24 overflow-y-auto bg-popover sm:max-w-xl">
        <form onSubmit={submit} noValidate className="min-w-0 space-y-6">
          <DialogHeader>
            <DialogTitle>{title ?? (row.id ? `Edit ${one}` : `New ${one}`)}</DialogTitle>
            <DialogDescription className="sr-only">The details of the {one}</DialogDescription>
          </DialogHeader>
          {isGone && (
            <Alert>
              <CircleAlert />
              <AlertTitle>Somebody else has deleted this {one}</AlertTitle>
              <AlertDescription>What you typed is still here. You can save it as a new {one}.</AlertDescription>
            </Alert>
          )}
          <FieldGrid fields={fields} entity={entity} form={form} />
          {/* Stays in view below a form that is longer than the screen. */}
          <DialogFooter className="sticky -bottom-6 z-10 -mx-6 -mb-6 rounded-b-xl bg-popover px-6 pb-6 pt-3">
            {id && onDelete && (
              <Button variant="ghost" className="text-destructive sm:mr-auto" onClick={onDelete}>
                Delete
              </Button>
            )}
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={isSaving}>
              {isSaving ? doing : does}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/**
 * What every page of one row needs: loads it, shows loading and errors below the way back to the list, and holds the edit form.
 * `children` draws the row: `({ row, list, names, back, edit, remove }) => …`.
 * @param {{ entity: Entity, id: string, title?: string, loading: React.ReactNode, booking?: Booking | undefined, children: (shown: Shown) => React.ReactNode }} props
 */
export function RecordFrame({ entity, id, title, loading, booking, children }) {
  const [, go] = useAddress();
  const { value: loaded, error, reload } = useRow(entity, id);
  const list = useRows(entity, { query: { id }, limit: 1 });
  const row = list.rows[0] ?? loaded;
  const names = useNames(entity, row ? [row] : []);
  // The form stays with what was typed, also where somebody else deletes the row meanwhile.
  const [edited, setEdited] = useState(/** @type {Row | null} */ (null));
  /** The row that was saved in place of a deleted one. */
  const savedAs = useRef(/** @type {string | undefined} */ (undefined));
  /** The same once its page is opened. The focus goes back to a button of the old page, and is lost with it. */
  const opened = useRef(/** @type {string | undefined} */ (undefined));
  const leave = () => go({ id: undefined });
  const remove = () => {
    if (row) removeLater(entity, [row]);
    leave();
  };
  const back = (
    <Button variant="ghost" size="sm" className="-ml-3 text-muted-foreground print:hidden" onClick={leave}>
      <ArrowLeft /> {title ?? manyOf(entity)}
    </Button>
  );
  const isShown = row && !error;
  const shown = isShown ? row.id : undefined;
  useEffect(() => {
    if (shown !== undefined && shown === opened.current) focusHeading();
  }, [shown]);
  return (
    <>
      {isShown ? (
        children({ row, list, names, back, edit: () => setEdited(row), remove })
      ) : (
        <div className="space-y-4">
          {back}
          {error ? <LoadError error={error} onRetry={reload} entity={entity} onLeave={leave} /> : loading}
        </div>
      )}
      {edited && (
        <RecordForm
          entity={entity}
          row={edited}
          only={rebookingOf(entity, list, booking)?.asked}
          isOwn={list.isOwn}
          onSave={async (known, values) => {
            const saved = await list.save(known, values);
            if (!known) savedAs.current = saved.id;
            return saved;
          }}
          onClose={() => {
            setEdited(null);
            if (savedAs.current) go({ id: savedAs.current }, { replace: true });
            opened.current = savedAs.current;
            savedAs.current = undefined;
          }}
          onDelete={remove}
        />
      )}
    </>
  );
}
