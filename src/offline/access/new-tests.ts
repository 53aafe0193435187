import "server-only";
import { myAddress, type RowOperation, rowOperations, type RowTest } from "@/shipped/contract";
import { singular } from "../language/inflect";
import type { Entity } from "../model/app-model";
import { isLeft } from "../model/columns";
import type { Draft } from "../draft/draft";
import { byTheirAddress } from "../draft/mine";
import { ownAndTeam } from "../draft/own-rows";
import { isOfOwn, isOwn, isReadByStrangers, merged, type Tests, testsOf } from "../draft/rights";
import { isPersonTable } from "../lexicon/known";
import type { Scene } from "./scene";
import type { Statement, Who } from "./statement";
import { isForm } from "./tables-meant";

const writes: RowOperation[] = ["create", "update", "delete"];
const broad = new Set<Who["is"]>(["strangers", "anyone", "everyone", "signed"]);
export const isBroad = (who: Who) =>
  broad.has(who.is) || (who.is === "people" && who.rank !== "superior" && who.rank !== "serving");
export const nameOf = (who: Who) => (who.is === "people" ? singular(who.noun) : who.is);

/** "sales reps" → "sales-rep": the role that people are given. */
const roleOf = (noun: string): RowTest => ({ role: singular(noun).replaceAll(/\s+/g, "-") });

/** Who may, as a test of the engine. Nobody without an account changes or deletes what is there. */
export function testOf(who: Who, operation: RowOperation, isRole: boolean, { draft, scene }: Asked): RowTest {
  const isChange = operation === "update" || operation === "delete";
  switch (who.is) {
    case "admins":
      return "admin";
    case "author":
      return "creator";
    case "signed":
      return "all";
    case "strangers":
      return isChange ? "all" : "anonymous";
    case "anyone":
      return isChange || (scene.isTeams && !scene.isPublic) ? "all" : "anonymous";
    case "everyone":
      return operation === "read" && scene.isPublic ? "anonymous" : "all";
    case "people": {
      const isHelper = who.rank === "superior" || who.rank === "serving";
      // An app of customers is run by its admins.
      if (draft.model.members === "customers" && /^(?:staff|team|employees?)$/.test(who.noun)) return "admin";
      if (draft.model.members === "customers" && !isHelper) return "all";
      return isRole ? roleOf(who.noun) : "all";
    }
  }
}

/** `names`: everybody of whom the message says something. */
export type Asked = { draft: Draft; scene: Scene; names: ReadonlySet<string> };

/** Whose rows are theirs: who made them, and of people and what a team keeps of them also whoever has the address. */
function ownTests(draft: Draft, entity: Entity, operation: RowOperation): RowTest[] {
  const { read } = testsOf(entity);
  if (isOfOwn(read) && operation === "read") return read.filter((test) => test !== "admin");
  if (isPersonTable(entity)) {
    const ways = byTheirAddress(draft.model, entity).tests.filter(
      (test) => typeof test === "object" && !("meets" in test),
    );
    return ["creator", ...ways];
  }
  return ["creator"];
}

/** Who a row is assigned to is known by an address: a name in a field is nobody's account. */
function assignedTest(draft: Draft, entity: Entity): RowTest {
  const field = "assigned_email";
  if (!entity.properties[field]) {
    entity.properties[field] = { type: "string", format: "email", title: "Assigned to (email)" };
    draft.assumed.push(
      `Whose a row is says its field “Assigned to (email)”: a member with this address, once they have proven it by a code.`,
    );
  }
  return { field, is: myAddress };
}

/** What the statements on one table leave of its rights. */
export function newTests(entity: Entity, said: readonly Statement[], asked: Asked): Tests {
  const base = testsOf(entity);
  const { draft, names } = asked;
  /** Who is said to be kept from something: others beside them are people of a role. */
  const held = new Set(
    said.filter(({ isNot, isAll, limit }) => isNot || isAll || limit !== null).flatMap(({ who }) => who.map(nameOf)),
  );
  const seesOwn = new Set(
    said.filter(({ limit, may }) => limit !== null && may.includes("read")).flatMap(({ who }) => who.map(nameOf)),
  );
  // "confidential; board members can read it": of what is nobody else's business others see nothing.
  const isReadHeld = said.some(
    ({ isNot, limit, isOnly, may }) => may.includes("read") && (isNot || isOnly || limit !== null),
  );
  const next: Tests = { ...base };
  const exact = new Set<RowOperation>();
  const lead = said
    .filter(({ isNot, who }) => !isNot && who.some((one) => !held.has(nameOf(one))))
    .flatMap(({ may }) => may)
    .filter((one) => one !== "read");
  const spoken = new Set<RowOperation>();
  const given = (operation: RowOperation) => {
    let isExact = false;
    const tests: RowTest[] = [];
    for (const { who, may, limit, isOnly, isNot } of said) {
      if (!may.includes(operation) || isNot) continue;
      if (limit !== null && operation !== "create") {
        isExact = true;
        tests.push(...(limit === "own" ? ownTests(draft, entity, operation) : [assignedTest(draft, entity)]));
        continue;
      }
      for (const one of who) {
        const isHelper =
          one.is === "people" && !seesOwn.has(nameOf(one)) && (one.rank === "superior" || one.rank === "serving");
        const isApart = one.is === "people" && held.size > 0 && !held.has(nameOf(one));
        const isRole = isOnly || isApart || (isHelper && (one.rank === "superior" || names.size > 1));
        const test = testOf(one, operation, isRole, asked);
        tests.push(test);
        const isContrast = typeof test === "object" && names.size > 1 && (operation !== "read" || isReadHeld);
        if (isOnly || isContrast) isExact = true;
      }
    }
    return { tests, isExact };
  };
  for (const operation of rowOperations) {
    const { tests, isExact } = given(operation);
    const denied = said
      .filter(({ isNot, may }) => isNot && may.includes(operation))
      .flatMap(({ who }): Who[] => (who.length > 0 ? who : [{ is: "everyone" }]));
    const isAllDenied = said.some(
      ({ isAll, isNot, who, may }) =>
        who.some(isBroad) &&
        ((isAll && !may.includes(operation)) || (isNot && may.includes(operation) && lead.length > 0)),
    );
    // "technicians can write entries, nobody may change an entry afterwards": nor delete it, of which nothing else was said.
    const isOfNobody = ({ isNot, who, may }: Statement) =>
      isNot &&
      who.length === 0 &&
      (may.includes(operation) ||
        (operation === "delete" &&
          may.includes("update") &&
          !said.some((one) => one.may.includes("delete") && !one.may.includes("update"))));
    const isNobodys = said.some(isOfNobody);
    if (tests.length > 0 && !isNobodys && (isExact || tests.some((test) => test !== "admin"))) {
      spoken.add(operation);
      const isMore = !isExact && !isAllDenied && denied.length === 0;
      if (!isMore) exact.add(operation);
      // "logged in users can view boats": of these strangers see none.
      const isOfSigned =
        operation === "read" &&
        said.every(({ who, may, isNot }) => isNot || !may.includes("read") || who.every(({ is }) => is === "signed"));
      if (isOfSigned && isMore && base.read.includes("anonymous")) {
        next.read = tests;
        continue;
      }
      // Of what a site shows, drafts stay unseen.
      if (isMore && operation === "read" && tests.includes("anonymous") && isReadByStrangers(base.read)) continue;
      const before = isMore && !isOfOwn(base[operation]) ? base[operation] : [];
      next[operation] = merged(
        before,
        tests.includes("anonymous") || tests.includes("all") ? tests : [...tests, "admin"],
      );
    } else if (isAllDenied && operation !== "read" && lead.length > 0) {
      // "volunteers are read only, coordinators can edit": what one of these may do else, nobody said.
      exact.add(operation);
      next[operation] = narrower(base[operation], ["admin"]);
    } else if (denied.length > 0 || isAllDenied || isNobodys) {
      const isOfStrangers = !isAllDenied && !isNobodys && denied.every(({ is }) => is === "strangers");
      if (!isOfStrangers) spoken.add(operation);
      if (!isOfStrangers) exact.add(operation);
      next[operation] = isOfStrangers
        ? base[operation].map((test) => (test === "anonymous" ? "all" : test))
        : narrower(base[operation], ["admin"]);
    }
  }
  return followed(entity, said, { base, next, exact, spoken }, asked);
}

/** Of two lists the one that is not open to all who are signed in, or the later. */
function narrower(base: RowTest[], other: RowTest[]): RowTest[] {
  const isOpen = (tests: RowTest[]) => tests.includes("all") || tests.includes("anonymous");
  if (other.includes("anonymous")) return base;
  if (other.includes("all")) return base.includes("anonymous") ? other : base;
  if (isOpen(base)) return other;
  return base.every((test) => test === "admin") ? base : other;
}

type Work = { base: Tests; next: Tests; exact: Set<RowOperation>; spoken: Set<RowOperation> };

/** What nobody spoke of goes with what was limited: who alone may change rows adds and deletes them, too. */
function followed(
  entity: Entity,
  said: readonly Statement[],
  { base, next, exact, spoken }: Work,
  { draft }: Asked,
): Tests {
  const isOwnOnly = (operation: RowOperation) =>
    next[operation].some((test) => isOwn(test)) &&
    said.some(
      ({ limit, who, may }) => may.includes(operation) && (limit !== null || who.some(({ is }) => is === "author")),
    );
  const isOfDeeds = (operation: RowOperation) =>
    said.filter(({ may }) => may.includes(operation)).every(({ isDeed }) => isDeed);
  // What is done with rows of one's own by a deed, such as approving them, leaves them one's own.
  if (spoken.has("update") && isOfDeeds("update") && isOwnOnly("read")) next.update = merged(next.read, next.update);
  const led = new Set<RowOperation>();
  const follow = (operation: RowOperation, leader: RowOperation) => {
    if (spoken.has(operation) || led.has(operation) || !spoken.has(leader) || !exact.has(leader)) return;
    if (leader === "update" && isOfDeeds(leader)) return;
    if (
      operation === "create" &&
      (isOwnOnly(leader) || isForm(draft.model, entity) || base.create.includes("anonymous"))
    )
      return;
    led.add(operation);
    next[operation] = narrower(base[operation], next[leader]);
  };
  const leaders = isOwnOnly("read")
    ? (["update", "delete", "read", "create"] as const)
    : (["update", "create", "delete", "read"] as const);
  for (const leader of leaders)
    for (const operation of writes)
      // "cancel only their own" says whose a row is; "only staff may delete them" says nothing of other deeds.
      if (leader !== "delete" || exact.has(operation) || (operation === "update" && isOwnOnly("delete")))
        follow(operation, leader);
  // What strangers leave with those who run the app is nobody else's business.
  const isLeftHere =
    next.create.includes("anonymous") && !base.create.includes("anonymous") && isLeft(draft.model, entity);
  if (isLeftHere && !spoken.has("read"))
    for (const operation of ["read", "update", "delete"] as const)
      if (!spoken.has(operation)) next[operation] = narrower(base[operation], ownAndTeam);
  // Who alone may change rows has to see them.
  if (exact.has("read") && !next.read.includes("all") && !next.read.includes("anonymous"))
    for (const test of next.update)
      if (typeof test === "object" && "role" in test) next.read = merged(next.read, [test]);
  return next;
}
