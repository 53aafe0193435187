import { createHash, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "./db/id";
import { type Database, firstOf, sqlState } from "./db/open";
import type { Visitor } from "./db/scope";
import { addressHeader } from "./doors/web";
import { AppError } from "./errors";
import { countTry } from "./limits";
import type { Project } from "./project";

type MemberRow = {
  id: string;
  email: string;
  role: "admin" | "user";
  password_hash: string;
  data: Record<string, unknown>;
  created: string;
};
type Given = Record<string, unknown>;

const sessionDays = 30;
const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());
const columns = sql`id, email, role, password_hash, data, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created`;

const toView = ({ id, email, role, data, created }: MemberRow) => ({ ...data, id, email, role, createdAt: created });
const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");
const tokenIn = (authorization: string | null) => /^bearer ([\w-]{16,})$/i.exec(authorization ?? "")?.[1];

/** The member of a token; null is anonymous. */
export async function memberOf(db: Database, authorization: string | null): Promise<Visitor> {
  const token = tokenIn(authorization);
  if (!token) return null;
  const row = await firstOf<MemberRow>(
    db,
    sql`select ${columns} from member where id = (select member_id from session where token_hash = ${hashOf(token)} and expires_at > now())`,
  );
  return row ? { id: row.id, role: row.role, email: row.email } : null;
}

/** Signs up. The first person becomes the owner, an admin in place of whoever built the app; everybody else a user. */
export async function signUp({ db, project }: { db: Database; project: Project }, request: Request, given: Given) {
  countTry(`sign-up ${request.headers.get(addressHeader)}`, 20);
  const email = emailSchema.safeParse(given.email);
  if (!email.success) throw new AppError("email-invalid");
  if (typeof given.password !== "string" || given.password.length < 8 || given.password.length > 256)
    throw new AppError("weak-password");
  const passwordHash = await hashPassword(given.password);
  try {
    const row = await firstOf<MemberRow>(
      db,
      sql`insert into member (id, email, password_hash, role)
          select case when is_first then ${project.ownerId} else ${newId("u")} end, ${email.data}, ${passwordHash}, case when is_first then 'admin' else 'user' end
          from (select not exists (select 1 from member) as is_first) as state returning ${columns}`,
    );
    return { token: await openSession(db, row!.id), user: toView(row!) };
  } catch (error) {
    if (sqlState(error) === "23505") throw new AppError("member-email-taken");
    throw error;
  }
}

export async function signIn(db: Database, request: Request, given: Given) {
  const email = String(given.email).trim().toLowerCase();
  countTry(`sign-in ${request.headers.get(addressHeader)} ${email}`, 10, "too-many-logins");
  const row = await firstOf<MemberRow>(db, sql`select ${columns} from member where email = ${email}`);
  if (!(await matchesPassword(row?.password_hash, String(given.password).slice(0, 256))) || !row)
    throw new AppError("invalid-credentials");
  return { token: await openSession(db, row.id), user: toView(row) };
}

export async function signOut(db: Database, authorization: string | null) {
  const token = tokenIn(authorization);
  if (token) await db.execute(sql`delete from session where token_hash = ${hashOf(token)}`);
  return {};
}

export async function profileOf(db: Database, { id }: NonNullable<Visitor>) {
  const row = await firstOf<MemberRow>(db, sql`select ${columns} from member where id = ${id}`);
  if (!row) throw new AppError("not-signed-in");
  return toView(row);
}

/** A member's own fields; identity and role are not editable. */
/** A member's own fields, as JSON. */
const profileCharactersMax = 50_000;

export async function updateProfile(db: Database, { id }: NonNullable<Visitor>, given: Given) {
  const { id: _id, email: _email, role: _role, createdAt: _createdAt, ...data } = given;
  const row = await firstOf<MemberRow>(
    db,
    sql`update member set data = data || ${JSON.stringify(data)}::jsonb where id = ${id} and length((data || ${JSON.stringify(data)}::jsonb)::text) <= ${profileCharactersMax} returning ${columns}`,
  );
  if (!row) throw new AppError("profile-full");
  return toView(row);
}

/** Opens a session; only the token's hash is stored. */
async function openSession(db: Database, memberId: string): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db.execute(sql`delete from session where expires_at < now()`);
  await db.execute(
    sql`insert into session (token_hash, member_id, expires_at) values (${hashOf(token)}, ${memberId}, now() + ${`${sessionDays} days`}::interval)`,
  );
  return token;
}

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt);
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString("base64")}:${(await derive(password, salt, 32, cost)).toString("base64")}`;
}

let decoy: Promise<string> | undefined;

/** Takes the same time without a member, so that timing reveals no addresses. */
async function matchesPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const [salt = "", hash = ""] = (stored ?? (await decoy)).split(":");
  const given = await derive(password, Buffer.from(salt, "base64"), 32, cost);
  return timingSafeEqual(given, Buffer.from(hash, "base64")) && stored !== undefined;
}
