import { describe, expect, it } from "vitest";
import { validateBundle } from "@/engines/detect/check";

const page = `import { useState, type ReactNode } from "react";
import type { Missing } from "./types";

interface Props<T extends object = {}> { children?: ReactNode; rows: T[] }
type Kind = "a" | "b";
enum Mode { On, Off }
declare const injected: string;
abstract class Base<T> { protected abstract value: T; constructor(private readonly name: string) {} get label(): string { return this.name; } }
const isKind = (value: unknown): value is Kind => value === "a" || value === "b";
function first<T>(list: readonly T[], fallback: T): T { return list[0] ?? fallback; }

export default function Home({ children, rows }: Props<{ id: string }>) {
  const [mode, setMode] = useState<Mode>(Mode.On);
  const kind = "a" as const satisfies Kind;
  const holder: Missing | null = null;
  return (
    <div onClick={() => setMode(Mode.Off)} data-kind={isKind(kind) ? kind : injected}>
      {rows.map((row) => <p key={row!.id}>{first<string>([row.id], "")}{String(holder)}{mode}{Base.name}</p>)}
      {children}
    </div>
  );
}
`;
const server = `import Stripe from "npm:stripe@14";
type Body = { amount: number };
Deno.serve(async (request: Request): Promise<Response> => {
  const { amount } = (await request.json()) as Body;
  const stripe = new Stripe(Deno.env.get("STRIPE_KEY")!, { apiVersion: "2024-06-20" });
  const bytes = Buffer.from(String(amount));
  return new Response(JSON.stringify({ ok: Boolean(stripe), size: bytes.length }), { headers: { "content-type": "application/json" } });
});
`;

describe("TypeScript", () => {
  it("is read without a finding: types, enums, generics, assertions, type imports", () => {
    expect(
      validateBundle([
        { path: "pages/Home.tsx", content: page },
        { path: "functions/pay.ts", content: server },
      ]),
    ).toEqual([]);
  });

  it("is checked as JavaScript is", () => {
    const issues = validateBundle([{ path: "pages/Home.tsx", content: page.replace("useState, type", "type") }]);
    expect(issues.map(({ detectorId, message, line }) => [detectorId, message, line])).toEqual([
      ["undefined-name", "useState is neither declared nor imported", 13],
    ]);
  });
});
