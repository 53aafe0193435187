import { z } from "zod";
import { type OidcProblem } from "./limits";

export const redirectToSchema = z.string().max(2_000).optional();

/** How a visit ended. */
export type VisitEnd =
  | { kind: "signed-in" | "connected"; redirectTo: string | null }
  | { kind: "second-step"; redirectTo: string | null; step: { signInToken: string; ways: string[] } }
  | { kind: "problem"; problem: OidcProblem; isConnecting: boolean };
