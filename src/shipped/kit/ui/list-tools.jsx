import { useEffect, useRef, useState } from "react";
import { Flag, Search } from "lucide-react";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field-input";
import { Input } from "@/components/ui/input";
import { useAccess } from "@/lib/access";
import { useAddress } from "@/lib/address";
import { fieldOf, fieldsOf, isKept, optionLabel, optionOf, titleOf } from "@/lib/fields";
import { filterOf } from "@/lib/flags";
import { useCount } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Address, Go } from "@/lib/address"
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Flag as RowFlag } from "@/lib/flags"
 * @import { RowList } from "@/lib/rows"
 * @import { Query, Row } from "@/sdk/types"
 */

/**
 * Filters as they stand in the address, as a query of the server: `{ status: "lead", $or: [{ name: { $contains: "ada" } }] }`.
 * @param {Entity} entity
 * @param {Address} address
 * @param {string[]} filters
 * @param {Query} [base]
 */
export function queryOf(entity, address, filters, base) {
  /** @type {Query} */
  const parts = { ...base };
  for (const name of filters) {
    const value = address[name];
    const field = fieldOf(entity, name);
    if (value === undefined || !field) continue;
    parts[name] = field.kind === "boolean" ? (value === "yes" ? true : { $ne: true }) : optionOf(field, value);
  }
  const text = address.q?.trim();
  const searched = fieldsOf(entity).filter(
    (field) => ["text", "longtext", "email", "phone"].includes(field.kind) && !isKept(field),
  );
  if (text && searched.length > 0)
    parts.$or = searched.slice(0, 8).map(({ name }) => ({ [name]: { $contains: text } }));
  return Object.keys(parts).length > 0 ? parts : undefined;
}

/**
 * The search box; what is typed is asked for once the typing rests.
 * @param {{ value?: string | undefined, label: string, onChange: (text: string) => void, className?: string }} props
 */
export function SearchBox({ value = "", label, onChange, className }) {
  const [text, setText] = useState(value);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => tell.current(text), 200);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className={cn("relative", className)}>
      <Search
        className="pointer-events-none absolute left-3 top-1/2 size-4 -translate-y-1/2 text-muted-foreground"
        aria-hidden="true"
      />
      <Input
        type="search"
        data-search
        className="pl-9"
        placeholder={label}
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

/**
 * The dropdowns above a list, but for those of fields that whoever looks may not see; references offer the rows of the other table.
 * @param {{ entity: Entity, filters: string[], address: Address, go: Go }} props
 */
export function Filters({ entity, filters, address, go }) {
  const access = useAccess(entity);
  return filters
    .flatMap((name) => fieldOf(entity, name) ?? [])
    .filter((field) => !isKept(field) || access?.canSee(field.name))
    .map((field) => (
      <Filter
        key={field.name}
        entity={entity}
        field={field}
        value={address[field.name]}
        onChange={(value) => go({ [field.name]: value }, { replace: true })}
      />
    ));
}

/** A label within a sentence; "RSVP" keeps its capitals. @param {string} label */
const lowered = (label) =>
  label.replace(/[\p{L}\d]+/gu, (word) => (/^[A-Z]{2,}$/.test(word) ? word : word.toLowerCase()));

/** "Any for" says nothing. */
const preposition = /^(?:for|from|to|with|by|at|in|on)$/i;

/** @param {{ entity: Entity, field: Field, value: string | undefined, onChange: (value: string) => void }} props */
function Filter({ entity, field, value, onChange }) {
  const other = field.kind === "reference" && field.reference ? entity.related(field.reference) : undefined;
  const [rows, setRows] = useState(/** @type {Row[]} */ ([]));
  useEffect(() => {
    if (other)
      other.page({ limit: 100 }).then(
        ({ items }) => setRows(items),
        () => undefined,
      );
  }, [other]);
  const options = other
    ? rows.map((row) => ({ value: row.id, label: titleOf(other, row) }))
    : (field.kind === "boolean" ? ["yes", "no"] : field.options).map((option) => ({
        value: String(option),
        label: optionLabel(option),
      }));
  return (
    <SelectField
      label={`Filter by ${field.label.toLowerCase()}`}
      className="w-auto min-w-36 max-sm:flex-1"
      value={value}
      options={options}
      placeholder={preposition.test(field.label) ? `${field.label}: any` : `Any ${lowered(field.label)}`}
      canClear
      onChange={onChange}
    />
  );
}

/** Loads the next page when its end comes into sight. @param {{ list: RowList }} props */
export function LoadMore({ list }) {
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    if (!list.hasMore || !ref.current || !window.IntersectionObserver) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && list.more(), {
      rootMargin: "3000px",
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  });
  return list.hasMore ? (
    // A screen high, so that what stands below the list is out of sight and does not move when rows come. Another element
    // each time: it is the end of a longer list, not a part of the page that moved.
    <div key={list.rows.length} ref={ref} className="min-h-dvh py-4 text-center print:hidden">
      <Button variant="outline" size="sm" onClick={list.more}>
        Show more
      </Button>
    </div>
  ) : null;
}

/**
 * What has left the screen by far keeps its height, and nothing else of it stays in the document.
 * @param {{ className?: string, children: React.ReactNode }} props
 */
function Near({ className, children }) {
  const ref = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [height, setHeight] = useState(/** @type {number | undefined} */ (undefined));
  useEffect(() => {
    if (!window.IntersectionObserver || !ref.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => entry && setHeight(entry.isIntersecting ? undefined : entry.boundingClientRect.height),
      { rootMargin: "1500px" },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  const isFar = height !== undefined;
  return (
    <div ref={ref} className={isFar ? undefined : className} style={isFar ? { height } : undefined}>
      {!isFar && children}
    </div>
  );
}

/**
 * Rows of any height, of which only those near the screen stand in the document: `children` draws one.
 * @param {{ rows: Row[], className?: string, children: (row: Row) => React.ReactNode }} props
 */
export function NearRows({ rows, className, children }) {
  const size = 24;
  const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
  return parts.map((part, at) => (
    <Near key={at} className={className}>
      {part.map((row) => children(row))}
    </Near>
  ));
}

/** @param {RowFlag[]} flags @param {Address} address */
const flagIn = (flags, address) => flags.find(({ label }) => label === address.flag);

/**
 * The part of a list's query that `?flag=` stands for.
 * @param {Entity} entity
 * @param {RowFlag[]} flags
 * @param {Address} address
 * @returns {Query}
 */
export function flaggedQuery(entity, flags, address) {
  const flag = flagIn(flags, address);
  return flag ? { $and: [filterOf(entity, flag)] } : {};
}

/**
 * What the address asks for of a table's rows.
 * @param {Entity} entity
 * @param {{ filters: string[], flags: RowFlag[], sort: string, query: Query | undefined }} usual the page's own
 */
export function useAsked(entity, { filters, flags, sort, query: whole }) {
  const [address, go] = useAddress();
  const base = whole && filterOf(entity, { when: whole });
  const query = { ...queryOf(entity, address, filters, base), ...flaggedQuery(entity, flags, address) };
  const isFiltered = Object.keys(query ?? {}).length > Object.keys(base ?? {}).length;
  return { address, go, base, query, sort: address.sort ?? sort, isFiltered };
}

/**
 * Show only the rows that a flag names, with how many there are.
 * @param {{ entity: Entity, flags: RowFlag[], query?: Query | undefined, address: Address, go: Go }} props
 */
export function FlagButtons({ entity, flags, query, address, go }) {
  const on = flagIn(flags, address);
  return flags.map((flag) => (
    <FlagButton
      key={flag.label}
      entity={entity}
      flag={flag}
      query={query}
      isOn={flag === on}
      onToggle={() => go({ flag: flag === on ? undefined : flag.label }, { replace: true })}
    />
  ));
}

/** @param {{ entity: Entity, flag: RowFlag, query?: Query | undefined, isOn: boolean, onToggle: () => void }} props */
function FlagButton({ entity, flag, query, isOn, onToggle }) {
  const count = useCount(entity, { ...query, $and: [filterOf(entity, flag)] });
  if (!isOn && !count.value) return null;
  return (
    <Button variant={isOn ? "default" : "outline"} size="sm" className="h-9" aria-pressed={isOn} onClick={onToggle}>
      <Flag /> {flag.label} <span className="tabular-nums opacity-70">{count.value?.toLocaleString()}</span>
    </Button>
  );
}
