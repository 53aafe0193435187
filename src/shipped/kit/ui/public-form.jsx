import { useState } from "react";
import { CircleCheck } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Cover } from "@/components/ui/cover";
import { FieldGrid } from "@/components/ui/record-form";
import { fieldOf, fieldsOf, oneIn } from "@/lib/fields";
import { useFields } from "@/lib/form";
import { totalOf } from "@/lib/offered";
import { unaskedValues } from "@/lib/own";
import { toastFailure } from "@/lib/rows";

/** @import { Entity } from "@/lib/fields" */

/**
 * A page where people send something in, also those who may not see what was sent. `fields` are the names of what is asked.
 * @param {{ entity: Entity, title: string, text?: string, fields?: string[] }} props
 */
export function PublicForm({ entity, title, text, fields: names }) {
  const fields = names ? names.flatMap((name) => fieldOf(entity, name) ?? []) : fieldsOf(entity);
  const form = useFields(fields, {}, { isOwn: true });
  const [state, setState] = useState("open");
  const [total, setTotal] = useState(/** @type {string | undefined} */ (undefined));
  const one = oneIn(entity);
  /** @param {React.SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    setState("sending");
    try {
      const asked = fields.map(({ name }) => name);
      setTotal(totalOf(entity, await entity.create({ ...unaskedValues(entity, asked), ...values })));
      form.sent(values);
      form.reset();
      setState("sent");
    } catch (error) {
      setState("open");
      if (!form.refuse(error)) toastFailure(`The ${one} could not be sent`, error);
    }
  }
  return (
    <div className="mx-auto grid max-w-4xl overflow-hidden rounded-2xl border bg-card md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="relative min-h-36 max-md:max-h-44" aria-hidden="true">
        <div className="absolute inset-0">
          <Cover seed={title} />
        </div>
      </div>
      <div className="p-6 sm:p-10">
        {state === "sent" ? (
          <div className="grid h-full content-center justify-items-center gap-4 py-10 text-center" role="status">
            <span className="grid size-14 place-items-center rounded-full bg-primary/10 text-primary">
              <CircleCheck className="size-7" aria-hidden="true" />
            </span>
            <h1 className="text-2xl">Thank you</h1>
            <p className="text-muted-foreground">Your {one} has been received.</p>
            {total && <p className="text-lg font-medium tabular-nums">{total}</p>}
            <Button variant="outline" onClick={() => setState("open")}>
              Send another
            </Button>
          </div>
        ) : (
          <form noValidate onSubmit={submit} className="space-y-6">
            <header>
              <h1 className="break-words text-3xl leading-tight">{title}</h1>
              <p className="mt-2 text-muted-foreground">{text ?? "It takes a minute."}</p>
            </header>
            <FieldGrid fields={fields} entity={entity} form={form} />
            <Button type="submit" size="lg" className="w-full sm:w-auto" disabled={state === "sending"}>
              {state === "sending" ? "Sending…" : "Send"}
            </Button>
          </form>
        )}
      </div>
    </div>
  );
}
