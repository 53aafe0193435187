import "server-only";
import type { Entity } from "../../model/app-model";
import { type Column, columnsOf } from "../../model/columns";
import { fieldTimeOf, type StateTime, stateTimeOf, stateTimesOf, tableTimeOf } from "../../words/days";
import { dayMs, pick, textOf } from "./scene";

type Row = Record<string, unknown>;
/** Whether a row is over, under way, still ahead or just come in, seen from today. */
type Phase = "over" | "now" | "ahead" | "fresh";

const isDay = ({ kind }: Column) => kind === "date" || kind === "datetime";
const isEnd = /(?:^|_)(?:end|ends|ends_at|to|until|check_?out|departure|finish|finishes|ende|bis|abreise)(?:_|$)/;

/** The fields of a table that tell how far a row has come. */
type Steps = {
  /** The day that a row begins or takes place on. */
  start: Column | undefined;
  /** Days before which it does not end, in the order of the table. */
  ends: Column[];
  /** Days on which something was closed: empty while it is not. */
  closed: Column[];
  /** Days before the start of what is planned: when it was booked. */
  before: Column[];
  state: Column | undefined;
  flags: Column[];
  /** A row of a single day, whose states say that it is worked on afterwards: an order, a repair. */
  isCase: boolean;
};

/** How long a case is worked on, in days. */
const caseDays = { fresh: 6, open: 30 };

/** The fields of a table that tell how far its rows have come. */
export function stepsOf(entity: Entity): Steps {
  const columns = columnsOf(entity);
  const days = columns.filter(isDay);
  const times = days.map((column) => ({ column, time: fieldTimeOf(column.name) }));
  const plain = times.filter(
    ({ column, time }) => !isEnd.test(column.name) && !["due", "until", "closed", "birth"].includes(time ?? ""),
  );
  const table = tableTimeOf(entity.name);
  const planned = plain.find(({ time }) => time === "planned")?.column;
  const recorded = plain.find(({ time }) => time === "past")?.column;
  // An order begins when it is placed, and is delivered later; a booking begins on the day that it is for.
  const isPlanned = table === "planned" || (planned !== undefined && table !== "past");
  const start = (isPlanned ? planned : recorded) ?? plain[0]?.column;
  const state = columns.find(({ kind, property }) => kind === "enum" && isState(property.enum!));
  const ends = times.flatMap(({ column, time }) =>
    column !== start &&
    (isEnd.test(column.name) || ["due", "until", ...(isPlanned ? [] : ["planned"])].includes(time ?? ""))
      ? [column]
      : [],
  );
  return {
    start,
    ends,
    closed: start ? times.flatMap(({ column, time }) => (time === "closed" ? [column] : [])) : [],
    before: isPlanned ? times.flatMap(({ column, time }) => (column !== start && time === "past" ? [column] : [])) : [],
    state,
    flags: columns.filter(
      ({ kind, name }) => kind === "boolean" && stateTimeOf(name.replace(/^is_|^has_/, "")) === "finished",
    ),
    isCase:
      !isPlanned &&
      ends.length === 0 &&
      state?.property.enum!.some((option) => stateTimeOf(String(option)) === "fresh") === true,
  };
}

/** Options that are steps of one way: some lie ahead, or under way, and others are its end. */
export const isState = (options: readonly (string | number)[]) => {
  const times = new Set(stateTimesOf(options));
  times.delete(undefined);
  return times.size > 1;
};

/**
 * Rows whose days and states agree: no end before its start, nothing finished that is still to come, no day of payment
 * while it is unpaid. What the domain data tells stays.
 */
export function inStep(
  entity: Entity,
  rows: Row[],
  isTold: (at: number, field: string) => boolean,
  today: Date,
): Row[] {
  const steps = stepsOf(entity);
  const ordered = rows.map((row, at) => inOrder(steps, row, (field) => isTold(at, field), today));
  const phases = ordered.map((row) => phaseOf(steps, row, today));
  const lastOver = phases.lastIndexOf("over");
  return ordered.map((row, at) => {
    const phase = phases[at];
    if (!phase) return row;
    const nth = phases.slice(0, at).filter((one) => one === phase).length;
    // What is told of a state holds for the day that is told with it.
    const own = (field: string) =>
      row[field] === undefined || (isTold(at, field) && (!steps.start || isTold(at, steps.start.name)));
    return settled(steps, entity, row, {
      phase,
      nth,
      isLastOver: at === lastOver && nth > 0,
      own,
      today,
    });
  });
}

/** How many days something usually goes on, by what ends it. */
function lengthOf(name: string, spread: number): number {
  const time = fieldTimeOf(name);
  return time === "until" ? 365 : time === "due" ? 14 + 3 * spread : 2 + spread;
}

function inOrder({ start, ends, before }: Steps, row: Row, isTold: (field: string) => boolean, today: Date): Row {
  const begun = row[start?.name ?? ""];
  if (!start || typeof begun !== "string") return row;
  const spread = Math.floor(Date.parse(begun) / dayMs) % 5;
  const fixed = isTold(start.name) ? undefined : ends.find(({ name }) => isTold(name) && typeof row[name] === "string");
  const from = fixed
    ? textOf(Date.parse(String(row[fixed.name])) - lengthOf(fixed.name, spread) * dayMs, begun)
    : begun;
  const changed = { ...row, [start.name]: from };
  let last = from;
  for (const { name, kind } of ends) {
    const to = changed[name];
    if (typeof to !== "string") continue;
    const isHours = isEnd.test(name) && kind === "datetime" && start.kind === "datetime";
    const length = isHours ? dayMs / 12 : lengthOf(name, spread) * dayMs;
    if (!isTold(name)) changed[name] = textOf(Date.parse(last) + length, to);
    if (isEnd.test(name)) last = String(changed[name]);
  }
  for (const { name } of before) {
    const value = changed[name];
    if (typeof value !== "string" || isTold(name) || value.slice(0, 10) < from.slice(0, 10)) continue;
    const earlier = Math.min(Date.parse(from), today.getTime()) - (3 + spread) * dayMs;
    changed[name] = textOf(earlier, value);
  }
  return changed;
}

function phaseOf({ start, ends, isCase }: Steps, row: Row, today: Date): Phase | undefined {
  const own = [start, ...ends].flatMap((column) => {
    const value = row[column?.name ?? ""];
    return typeof value === "string"
      ? [
          {
            time: fieldTimeOf(column!.name),
            day: Date.parse(value.slice(0, 10)),
          },
        ]
      : [];
  });
  // How long something is valid says nothing of its state.
  const days = own.filter(({ time }) => time !== "until");
  if (days.length === 0) return undefined;
  const now = Date.parse(today.toISOString().slice(0, 10));
  const [from, to] = [days[0]!.day, days.at(-1)!.day];
  if (isCase && from <= now) {
    const age = (now - from) / dayMs;
    return age > caseDays.open ? "over" : age > caseDays.fresh ? "now" : "fresh";
  }
  const isDueAlone = days[0]!.time === "due";
  if (from > now) return isDueAlone && from < now + 7 * dayMs ? "now" : "ahead";
  return to < now ? "over" : "now";
}

type Option = string | number;
type Turn = {
  phase: Phase;
  nth: number;
  isLastOver: boolean;
  own: (field: string) => boolean;
  today: Date;
};

function settled(steps: Steps, entity: Entity, row: Row, turn: Turn): Row {
  const changed = { ...row };
  const { state, flags, closed, start, ends } = steps;
  if (state && !turn.own(state.name)) changed[state.name] = stateFor(state.property.enum!, ends.length > 0, turn);
  const said = state && changed[state.name];
  const time = state && stateTimesOf(state.property.enum!)[state.property.enum!.indexOf(said as string)];
  const isFinished = time ? time === "finished" : turn.phase === "over" && !turn.isLastOver;
  for (const { name } of flags) if (!turn.own(name)) changed[name] = isFinished;
  const isClosed = time || flags.length === 0 ? isFinished : flags.some(({ name }) => changed[name] === true);
  for (const { name } of closed) {
    const value = changed[name];
    if (turn.own(name) || typeof value !== "string") continue;
    if (isClosed) changed[name] = closingDay(changed[start!.name], value, turn);
    else if (!entity.required?.includes(name)) delete changed[name];
  }
  return changed;
}

/** A few days after the start, and not ahead of today. */
function closingDay(from: unknown, value: string, { nth, today }: Turn): string {
  if (typeof from !== "string") return value;
  const later = Date.parse(from) + (2 + ((nth * 3) % 8)) * dayMs;
  return textOf(Math.max(Date.parse(from.slice(0, 10)), Math.min(later, today.getTime())), value);
}

/** An option that suits the phase: of what is over most is finished, one dropped, and the last one late where it was due. */
function stateFor(options: readonly Option[], isDue: boolean, { phase, nth, isLastOver }: Turn): Option {
  const times = stateTimesOf(options);
  const of = (time: StateTime) => options.filter((_, at) => (times[at] ?? "running") === time);
  const [dropped, late, running] = [of("dropped"), of("late"), of("running")];
  const finished = endsOf(options);
  if (phase === "over") {
    if (isDue && isLastOver && late.length > 0) return late[0]!;
    if (nth === 1 && dropped.length > 0 && finished.length > 0) return dropped[0]!;
    return pick(
      [finished, late, dropped, running, options].find((list) => list.length > 0)!,
      nth,
    );
  }
  const [planned, fresh] = [of("planned"), of("fresh")];
  const order = {
    now: [running, [...planned, ...fresh]],
    ahead: [[...planned, ...fresh], running],
    fresh: [fresh, running, planned],
  };
  return pick(
    [...order[phase], finished, options].find((list) => list.length > 0)!,
    nth,
  );
}

/** The options that end a way: "paid" is none where "packed" follows. */
function endsOf(options: readonly Option[]): Option[] {
  const times = stateTimesOf(options);
  const open = times.findLastIndex((time) => time === "running" || time === "planned" || time === "fresh");
  const finished = options.filter((_, at) => times[at] === "finished");
  const last = finished.filter((option) => options.indexOf(option) > open);
  return last.length > 0 ? last : finished;
}
