import { act, render, renderHook, screen, waitFor } from "@testing-library/react";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router-dom";
import { describe, expect, it, vi } from "vitest";

// Lists of an app that somebody has scrolled far down: what they look at stays where it is.

const kit = async <Module,>(name: string) => (await import(name)) as Module;
type Row = { id: string; [field: string]: unknown };
type Ask = { limit: number; cursor?: string };

/** A table of `count` rows by pages, each pointing to a maker of its own, and what was asked of it. */
function clocks(count: number) {
  const rows: Row[] = Array.from({ length: count }, (_, at) => ({
    id: `c${at}`,
    title: `Clock ${at}`,
    maker: `m${at}`,
  }));
  const listeners = new Set<() => void>();
  const renamed = new Map<string, string>();
  const tellOfMakers = new Set<() => void>();
  const maker = {
    schema: () => ({ name: "Maker", properties: { name: { type: "string" } } }),
    access: () => Promise.resolve({ canRead: true }),
    filter: vi.fn(({ id }: { id: { $in: string[] } }) =>
      Promise.resolve(id.$in.map((one) => ({ id: one, name: renamed.get(one) ?? `Maker ${one}` }))),
    ),
    subscribe: (listener: () => void) => (tellOfMakers.add(listener), () => void tellOfMakers.delete(listener)),
    related: () => undefined,
  };
  const schema = {
    name: "Clock",
    properties: { title: { type: "string" }, maker: { type: "string", "x-reference": "Maker" } },
  };
  const clock = {
    schema: () => schema,
    page: vi.fn(({ limit, cursor }: Ask) => {
      const from = Number(cursor ?? 0);
      const end = from + limit;
      return Promise.resolve({ items: rows.slice(from, end), nextCursor: end < rows.length ? String(end) : null });
    }),
    access: () => Promise.resolve({ canRead: true }),
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    related: (name: string) => (name === "Maker" ? maker : undefined),
  };
  const rename = (id: string, name: string) => {
    renamed.set(id, name);
    tellOfMakers.forEach((listener) => listener());
  };
  return { rows, clock, maker, rename, tell: () => listeners.forEach((listener) => listener()) };
}

describe("A list that was scrolled down", () => {
  it("keeps the rows that were loaded when somebody changes one of the table", async () => {
    const { useRows } = await kit<{
      useRows: (entity: unknown, options: object) => { rows: Row[]; hasMore: boolean; more: () => void };
    }>("@/lib/rows");
    const { rows, clock, tell } = clocks(400);
    const { result } = renderHook(() => useRows(clock, { limit: 50 }));
    for (const loaded of [50, 100, 200, 400]) {
      await waitFor(() => expect(result.current.rows).toHaveLength(loaded));
      if (result.current.hasMore) await act(async () => result.current.more());
    }
    rows[3] = { ...rows[3]!, title: "Clock of the station" };
    act(tell);
    await waitFor(() => expect(result.current.rows[3]!.title).toBe("Clock of the station"));
    expect(result.current.rows).toHaveLength(400);
  });

  it("keeps the names that its rows point to while it asks for those of further rows, and for these alone", async () => {
    const { useNames } = await kit<{
      useNames: (entity: unknown, rows: Row[]) => Record<string, Map<string, string> | undefined>;
    }>("@/lib/rows");
    const { rows, clock, maker } = clocks(100);
    const shown: (string | undefined)[] = [];
    const { result, rerender } = renderHook(
      ({ count }) => {
        const names = useNames(clock, rows.slice(0, count));
        shown.push(names.maker?.get("m0"));
        return names;
      },
      { initialProps: { count: 50 } },
    );
    await waitFor(() => expect(result.current.maker?.size).toBe(50));
    shown.length = 0;
    rerender({ count: 100 });
    await waitFor(() => expect(result.current.maker?.size).toBe(100));
    expect(new Set(shown)).toEqual(new Set(["Maker m0"]));
    expect(maker.filter.mock.calls.map(([{ id }]) => id.$in.length)).toEqual([50, 50]);
  });

  it("shows the new name of a row that its rows point to when somebody changes it", async () => {
    const { useNames } = await kit<{
      useNames: (entity: unknown, rows: Row[]) => Record<string, Map<string, string> | undefined>;
    }>("@/lib/rows");
    const { rows, clock, rename } = clocks(3);
    const { result } = renderHook(() => useNames(clock, rows));
    await waitFor(() => expect(result.current.maker?.get("m1")).toBe("Maker m1"));
    act(() => rename("m1", "The sisters Ohm"));
    await waitFor(() => expect(result.current.maker?.get("m1")).toBe("The sisters Ohm"));
    expect(result.current.maker?.get("m2")).toBe("Maker m2");
  });

  it("draws what the screen shows before the rows further down", async () => {
    const { useNear } = await kit<{
      useNear: (ref: object, count: number, height: number) => { first: number; last: number };
    }>("@/lib/near");
    const seen: number[] = [];
    renderHook(() => seen.push(useNear({ current: null }, 60, 48).last));
    await waitFor(() => expect(seen.at(-1)).toBe(60));
    expect(seen[0]).toBe(30);
  });

  it("has columns whose widths do not follow the rows in sight", async () => {
    const { TableView } = await kit<{ TableView: ComponentType<Record<string, unknown>> }>(
      "@/components/ui/table-view",
    );
    const { fieldsOf } = await kit<{ fieldsOf: (entity: unknown) => unknown[] }>("@/lib/fields");
    const { rows, clock } = clocks(3);
    const nothing = () => undefined;
    const no = () => false;
    const props = { entity: clock, fields: fieldsOf(clock), names: {}, sort: "title", marks: [], flags: [] };
    const verbs = {
      ticked: new Set(),
      canChange: no,
      canDelete: no,
      onSort: nothing,
      onTick: nothing,
      onOpen: nothing,
    };
    const widths = () => [...document.querySelectorAll("col")].map((column) => column.style.width);
    const { rerender } = render(<TableView {...props} {...verbs} rows={rows} />, { wrapper: MemoryRouter });
    const before = widths();
    expect(before).toHaveLength(4);
    rerender(
      <TableView {...props} {...verbs} rows={[{ ...rows[0], title: "A clock with a very long name ".repeat(9) }]} />,
    );
    expect(widths()).toEqual(before);
    expect(screen.getByRole("table").className).toContain("table-fixed");
  });
});
