import "server-only";
import type { Sealer } from "@/engines/sealing";
import { AppError } from "@/errors";
import type { MemberRow } from "./store";

const undoMs = 10 * 60 * 1000;
const contextOf = (appId: string) => `member-removal:${appId}`;

type Sealed = Omit<MemberRow, "createdAt" | "emailVerifiedAt" | "disabledAt" | "paidUntil"> & {
  createdAt: string;
  emailVerifiedAt: string | null;
  disabledAt: string | null;
  paidUntil: string | null;
  until: number;
};

/** A removed member, so that their removal can be undone without anything of them being kept here. */
export const sealRemoval = (sealer: Sealer, row: MemberRow): string =>
  sealer.seal(JSON.stringify({ ...row, until: Date.now() + undoMs }), contextOf(row.appId));

/** @throws undo-expired for one that is too old, of another app, or made up */
export function openRemoval(sealer: Sealer, appId: string, sealed: string): MemberRow {
  let read: Sealed;
  try {
    read = JSON.parse(sealer.open(sealed, contextOf(appId))) as Sealed;
  } catch {
    throw new AppError("undo-expired");
  }
  const { until, createdAt, emailVerifiedAt, disabledAt, paidUntil, ...row } = read;
  if (until < Date.now()) throw new AppError("undo-expired");
  const timeOf = (text: string | null) => (text ? new Date(text) : null);
  return {
    ...row,
    createdAt: new Date(createdAt),
    emailVerifiedAt: timeOf(emailVerifiedAt),
    disabledAt: timeOf(disabledAt),
    paidUntil: timeOf(paidUntil),
  };
}
