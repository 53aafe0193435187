import { useState } from "react";
import { CircleCheck, LogIn, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router-dom";
import { User } from "@/api/entities";
import { Button } from "@/components/ui/button";
import { Cover, Portrait } from "@/components/ui/cover";
import { FieldValue } from "@/components/ui/field-value";
import { OptionBadge } from "@/components/ui/option-badge";
import { FieldGrid, RecordForm, RecordFrame } from "@/components/ui/record-form";
import { Skeleton } from "@/components/ui/skeleton";
import { Stars } from "@/components/ui/stars";
import { dayOf, WrittenOn } from "@/components/ui/parts/written-on";
import { fieldOfKind, fieldsOf, hasFace, isEmpty, manyOf, oneIn, titleFieldOf, titleOf } from "@/lib/fields";
import { useFields } from "@/lib/form";
import { availabilityOf, hasShown, overOf, shownFields, standOf, totalOf } from "@/lib/offered";
import { ownValues, unaskedValues } from "@/lib/own";
import { toastFailure, useGroups, useRows } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Shown } from "@/components/ui/record-form"
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Belonging } from "@/lib/rows"
 * @import { Row } from "@/sdk/types"
 */

/** @typedef {Belonging & { label: string, only?: string[], page?: string }} Offer */

/** @param {Field} field */
const isRating = ({ kind }) => kind === "rating";
/** @param {Field} field */
const isInternal = ({ name }) => /^(status|state|slug|sort_order|published|approved|verified)$/.test(name);

/**
 * What people said of a thing: the average over all of it, each review, and a form for one's own.
 * @param {Belonging & { row: Row }} props
 */
export function Reviews({ entity, by, row }) {
  const day = dayOf(entity);
  const list = useRows(entity, { query: { [by]: row.id }, sort: day && `-${day.name}`, limit: 20 });
  const rating = fieldsOf(entity).find(isRating);
  const figures = useGroups(entity, { query: { [by]: row.id }, metrics: rating ? [`avg:${rating.name}`] : [] })
    .value?.[0];
  const fields = fieldsOf(entity);
  const author = fields.find(({ name }) => /author|name/.test(name));
  const text = fields.find(({ kind }) => kind === "longtext");
  const asked = fields.filter(
    (field) => field.name !== by && !isInternal(field) && !["date", "datetime", "reference"].includes(field.kind),
  );
  const form = useFields(asked, {}, { isOwn: true });
  const [isSending, setIsSending] = useState(false);
  const average = rating ? (figures?.[`avg:${rating.name}`] ?? 0) : 0;
  /** @param {React.SubmitEvent} event */
  async function send(event) {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    setIsSending(true);
    await list.save(undefined, { ...(await ownValues(entity)), ...values, [by]: row.id }).then(
      () => form.reset(),
      (error) => void toastFailure("That was not sent", error),
    );
    setIsSending(false);
  }
  return (
    <section className="space-y-5" aria-label={manyOf(entity)}>
      <header className="flex flex-wrap items-center gap-3">
        <h2 className="text-xl">{manyOf(entity)}</h2>
        {average > 0 && figures && (
          <span className="flex items-center gap-2 text-sm text-muted-foreground">
            <Stars value={average} /> {average.toFixed(1)} of 5, {figures.count}{" "}
            {figures.count === 1 ? "voice" : "voices"}
          </span>
        )}
      </header>
      <ul className="space-y-4">
        {list.rows.map((one) => (
          <li key={one.id} className="flex gap-3">
            <Portrait name={author ? one[author.name] : "?"} className="mt-0.5 size-9" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                <b className="font-medium">{author ? one[author.name] : "Somebody"}</b>
                {rating && <Stars value={one[rating.name]} size="size-3.5" />}
                <WrittenOn entity={entity} row={one} />
              </p>
              {text && <p className="mt-1 leading-relaxed">{one[text.name]}</p>}
            </div>
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="outline" size="sm" className="print:hidden" onClick={list.more}>
          Show more
        </Button>
      )}
      {list.addsOnceSignedIn ? (
        <Button variant="outline" className="print:hidden" onClick={() => User.login()}>
          <LogIn /> Sign in to write a {oneIn(entity)}
        </Button>
      ) : (
        list.canAdd && (
          <form noValidate onSubmit={send} className="space-y-4 rounded-xl border bg-card p-5 print:hidden">
            <h3 className="text-base">Write a {oneIn(entity)}</h3>
            <FieldGrid fields={asked} entity={entity} form={form} />
            <Button type="submit" disabled={isSending}>
              {isSending ? "Sending…" : "Send"}
            </Button>
          </form>
        )
      )}
    </section>
  );
}

/**
 * What a visitor can do about a thing, such as book it: a button that opens the form for it.
 * @param {Offer & { row: Row, over: string | undefined }} props `over`: why nobody can any more
 */
function OfferButton({ entity, by, label, only, row, over }) {
  const [isOpen, setIsOpen] = useState(false);
  const [received, setReceived] = useState(/** @type {Row | null} */ (null));
  const total = totalOf(entity, received ?? undefined);
  return (
    <div>
      <Button size="lg" className="w-full print:hidden" disabled={Boolean(over)} onClick={() => setIsOpen(true)}>
        {over ?? label}
      </Button>
      <div role="status">
        {received && (
          <p className="mt-4 flex items-center gap-3 rounded-xl border bg-card p-4 text-sm">
            <CircleCheck className="size-5 shrink-0 text-primary" aria-hidden="true" />
            <span>
              Thank you. Your {oneIn(entity)} has been received.
              {total && <b className="mt-1 block font-medium tabular-nums">{total}</b>}
            </span>
          </p>
        )}
      </div>
      {isOpen && (
        <RecordForm
          entity={entity}
          title={label}
          row={{ [by]: row.id }}
          only={only}
          isSent
          onSave={async (_id, values) => {
            const sent = await entity.create({ ...(only && unaskedValues(entity, only)), ...values });
            setReceived(sent);
            return sent;
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

/**
 * The public page of one thing: cover, facts beside the text, what people say, and what they can do about it: `offers` are
 * `[{ entity: Booking, by: "boat", label: "Book now" }]`, `only` the fields that their form asks for, `page` where it is done instead. `pages`: where the rows stand that its
 * fields point to, `{ company: "Companies" }`.
 * @param {{ entity: Entity, id: string, title?: string, offers?: Offer[], pages?: Record<string, string>, reviews?: Belonging }} props `reviews`: `{ entity: Review, by: "recipe" }`
 */
export function DetailPage({ entity, id, title, offers = [], pages = {}, reviews }) {
  const loading = (
    <>
      <Skeleton className="h-72 rounded-2xl" />
      <Skeleton className="h-8 w-1/2" />
      <Skeleton className="h-24" />
    </>
  );
  return (
    <RecordFrame entity={entity} id={id} title={title} loading={loading}>
      {(shown) => <Detail {...{ entity, offers, pages, reviews }} {...shown} />}
    </RecordFrame>
  );
}

/** A text that needs no heading below the name: what the thing is, and no list of its ingredients. @param {Field} field @param {number} at */
const isLead = ({ name }, at) =>
  at === 0 && /(?:^|_)(?:description|summary|about|bio|intro|introduction|content|body|text|story|excerpt)$/.test(name);

/** @param {Shown & { entity: Entity, offers: Offer[], pages: Record<string, string>, reviews?: Belonging | undefined }} props */
function Detail({ entity, offers, pages, reviews, row, list, names, back, edit, remove }) {
  const fields = shownFields(entity);
  const availability = availabilityOf(entity, row);
  const stand = standOf(entity, row);
  const over = overOf(entity, row);
  const naming = titleFieldOf(entity);
  const picture = fieldOfKind(entity, "image");
  const option = fields.find((field) => field.kind === "enum" && !isInternal(field) && !isEmpty(row[field.name]));
  const texts = fields.filter(({ kind, name }) => kind === "longtext" && name !== naming && !isEmpty(row[name]));
  const facts = fields.filter(
    (field) =>
      !["longtext", "image"].includes(field.kind) &&
      field.name !== naming &&
      field !== option &&
      !(availability && field.name === "available") &&
      hasShown(field, row, names),
  );
  return (
    <article className="space-y-8">
      <div className="flex items-center justify-between">
        {back}
        <div className="flex gap-2 print:hidden">
          {list.canChange(row) && (
            <Button variant="outline" size="sm" onClick={edit}>
              <Pencil /> Edit
            </Button>
          )}
          {list.canDelete(row) && (
            <Button variant="outline" size="sm" aria-label={`Delete ${titleOf(entity, row)}`} onClick={remove}>
              <Trash2 />
            </Button>
          )}
        </div>
      </div>
      {/* Without a picture a band of colour is enough. */}
      <div
        className={cn(
          "overflow-hidden rounded-2xl border",
          picture && row[picture.name] ? "aspect-[16/9] sm:aspect-[21/6]" : "h-24 sm:h-36",
        )}
      >
        <Cover seed={row.id} image={picture && row[picture.name]} />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="min-w-0 space-y-6">
          <header className="space-y-3">
            {(option || stand) && (
              <p className="flex flex-wrap gap-2">
                {option && <OptionBadge value={row[option.name]} options={option.options} />}
                {stand && <OptionBadge value={stand.value} />}
              </p>
            )}
            <div className="flex items-center gap-4">
              {hasFace(entity) && !(picture && row[picture.name]) && (
                <Portrait name={titleOf(entity, row, names)} className="size-14 text-lg" />
              )}
              <h1 className="min-w-0 break-words text-3xl leading-tight sm:text-4xl">{titleOf(entity, row, names)}</h1>
            </div>
          </header>
          {texts.map((field, at) => (
            <section key={field.name} className="space-y-2">
              {!isLead(field, at) && <h2 className="text-lg">{field.label}</h2>}
              <p
                className={cn(
                  "whitespace-pre-line leading-relaxed",
                  isLead(field, at) && "text-lg text-muted-foreground",
                )}
              >
                {row[field.name]}
              </p>
            </section>
          ))}
        </div>
        <div className="space-y-4">
          {offers.map((offer) =>
            offer.page && !over ? (
              <Button key={offer.label} asChild size="lg" className="w-full print:hidden">
                <Link to={`/${offer.page}?${offer.by}=${row.id}`}>{offer.label}</Link>
              </Button>
            ) : (
              <OfferButton key={offer.label} {...offer} row={row} over={over} />
            ),
          )}
          {(facts.length > 0 || availability) && (
            <dl className="divide-y rounded-xl border bg-card px-5 py-2 text-sm">
              {availability && (
                <div className="flex items-center justify-between gap-4 py-2.5">
                  <dt className="text-muted-foreground">Availability</dt>
                  <dd className="font-medium">{availability}</dd>
                </div>
              )}
              {facts.map((field) => (
                <div key={field.name} className="flex items-baseline justify-between gap-4 py-2.5">
                  <dt className="shrink-0 text-muted-foreground">{field.label}</dt>
                  <dd className="min-w-0 text-right font-medium [overflow-wrap:anywhere]">
                    <FieldValue field={field} row={row} names={names} page={pages[field.name]} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      </div>
      {reviews && <Reviews {...reviews} row={row} />}
    </article>
  );
}
