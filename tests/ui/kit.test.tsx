import { act, fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";

type Field = { name: string; label: string; kind: string; options: unknown[] };
type Entity = { schema: () => object; access: () => Promise<object> };
type Form = { read: () => object | null; set: (name: string, value: unknown) => void; errors: Record<string, string> };

// By variables: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const modules = {
  fields: "@/lib/fields",
  input: "@/components/ui/field-input",
  tools: "@/components/ui/list-tools",
  form: "@/components/ui/record-form",
  state: "@/lib/form",
  value: "@/components/ui/field-value",
  transfer: "@/components/ui/data-transfer",
};
const load = async (name: keyof typeof modules) => (await import(modules[name])) as Record<string, unknown>;

let fieldsOf: (entity: Entity) => Field[];
beforeAll(async () => {
  // The kit's upload reads the page's configuration when it is loaded.
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
  fieldsOf = (await load("fields")).fieldsOf as typeof fieldsOf;
});

const entityOf = (properties: object, more: object = {}): Entity => {
  const schema = { name: "Task", properties, ...more };
  const access = () => Promise.resolve({ canSet: () => true });
  return { schema: () => schema, access, ...more };
};

describe("A field whose options are numbers", () => {
  const entity = entityOf({ level: { type: "integer", enum: [1, 2, 3] } });

  it("stores the number that was chosen, not its text", async () => {
    const { fromInput } = (await load("input")) as { fromInput: (field: Field, value: unknown) => unknown };
    const [field] = fieldsOf(entity);
    expect(fromInput(field!, "2")).toBe(2);
    expect(fromInput(field!, "")).toBeNull();
  });

  it("shows the number that is stored as chosen", async () => {
    const { FieldInput } = (await load("input")) as { FieldInput: ComponentType<Record<string, unknown>> };
    render(<FieldInput id="level" field={fieldsOf(entity)[0]} entity={entity} value={2} onChange={() => undefined} />);
    expect(screen.getByRole("combobox").textContent).toBe("2");
  });

  it("is filtered by the number", async () => {
    const { queryOf } = (await load("tools")) as { queryOf: (...given: unknown[]) => object };
    expect(queryOf(entity, { level: "2" }, ["level"])).toEqual({ level: 2 });
  });
});

describe("A form whose value the server refuses", () => {
  it("shows the server's words at the field, until it is changed", async () => {
    const { RecordForm } = (await load("form")) as { RecordForm: ComponentType<Record<string, unknown>> };
    const words = 'Email must be unique: another row has "a@b.c" already';
    const refused = Object.assign(new Error(words), { code: "value-taken", details: { fields: { email: words } } });
    const onSave = vi.fn().mockRejectedValueOnce(refused).mockResolvedValueOnce(undefined);
    const onClose = vi.fn();
    const entity = entityOf({ email: { type: "string", format: "email", "x-unique": true } });
    render(<RecordForm entity={entity} row={{}} onSave={onSave} onClose={onClose} />);
    const input = screen.getByLabelText("Email");
    await userEvent.type(input, "a@b.c");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe(words);
    expect(input.getAttribute("aria-invalid")).toBe("true");
    await userEvent.type(input, "om");
    expect(screen.queryByRole("alert")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });
});

describe("A form of a table with fields that are the team's", () => {
  it("asks for what the user may set", async () => {
    const { RecordForm } = (await load("form")) as { RecordForm: ComponentType<Record<string, unknown>> };
    const properties = {
      name: { type: "string" },
      status: { type: "string", "x-accessControl": { write: ["admin"] } },
    };
    const entity = {
      ...entityOf(properties),
      access: () => Promise.resolve({ canSet: (name: string) => name !== "status" }),
    };
    const onSave = vi.fn().mockResolvedValue(undefined);
    render(<RecordForm entity={entity} row={{}} onSave={onSave} onClose={() => undefined} />);
    await userEvent.type(await screen.findByLabelText("Name"), "Ada");
    expect(screen.queryByLabelText("Status")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(onSave).toHaveBeenCalledWith(undefined, { name: "Ada" }));
  });
});

describe("A field of JSON", () => {
  it("says that a text is none, and saves nothing", async () => {
    const { useFields } = (await load("state")) as { useFields: (fields: Field[], row: object) => Form };
    const fields = fieldsOf(entityOf({ settings: { type: "object" } }));
    const { result } = renderHook(() => useFields(fields, {}));
    act(() => result.current.set("settings", "{half"));
    act(() => expect(result.current.read()).toBeNull());
    expect(result.current.errors).toEqual({ settings: "This is not valid JSON" });
    act(() => result.current.set("settings", '{"a":1}'));
    act(() => expect(result.current.read()).toEqual({ settings: { a: 1 } }));
  });
});

describe("The import of a file", () => {
  it("forgets a file when none is chosen the next time", async () => {
    const { ImportDialog } = (await load("transfer")) as { ImportDialog: ComponentType<Record<string, unknown>> };
    const lost = vi.fn();
    process.on("unhandledRejection", lost);
    const entity = entityOf({ title: { type: "string" } });
    render(<ImportDialog entity={entity} onClose={() => undefined} onDone={() => undefined} />);
    const input = screen.getByLabelText("File");
    await userEvent.upload(input, new File(["Title\nOne\nTwo"], "tasks.csv", { type: "text/csv" }));
    await screen.findByText(/^2 rows with Title/);
    fireEvent.change(input, { target: { files: [] } });
    await waitFor(() => expect(screen.queryByText(/^2 rows with Title/)).toBeNull());
    expect(lost).not.toHaveBeenCalled();
    process.off("unhandledRejection", lost);
  });
});

describe("A day by which something is due", () => {
  const due = { type: "string", format: "date" };
  const entity = entityOf({ due_on: due, paid: { type: "boolean" } });
  it.each([
    [false, true],
    [true, false],
  ])("is overdue unless it is ticked off: paid %s", async (paid, isLate) => {
    const { FieldValue } = (await load("value")) as { FieldValue: ComponentType<Record<string, unknown>> };
    render(<FieldValue field={fieldsOf(entity)[0]} row={{ due_on: "2020-01-01", paid }} />);
    expect(screen.queryByText("(overdue)") !== null).toBe(isLate);
  });
});
