import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { beforeAll, describe, expect, it } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const form: string = "@/components/ui/record-form";

beforeAll(() => {
  document.body.innerHTML =
    '<script type="application/json" id="joinery-config">{"appId":"a","mode":"preview"}</script>';
});

const email = { type: "string", format: "email" };
const patients = [
  { id: "p1", name: "Ada Byron", email: "ada@example.com", phone: "0170 1" },
  { id: "p2", name: "Ben Okri", email: "ben@example.com" },
];
const patient = {
  ...table("Patient", { name: text, email, phone: { ...text, format: "phone" } }, ["name"], patients),
  filter: ({ id }: { id: string }) => Promise.resolve(patients.filter((row) => row.id === id)),
};
const bookings = () => {
  const rows: Row[] = [];
  const entity = {
    ...table(
      "Booking",
      { name: text, email, phone: { ...text, format: "phone" }, patient: { ...text, "x-reference": "Patient" } },
      ["name", "email"],
      rows,
    ),
    related: () => patient,
  };
  return entity;
};

async function open(row: Row) {
  const { RecordForm } = (await import(form)) as { RecordForm: ComponentType<Record<string, unknown>> };
  const saved: Row[] = [];
  render(
    <RecordForm
      entity={bookings()}
      row={row}
      onSave={(_: unknown, values: Row) => {
        saved.push(values);
        return Promise.resolve(values);
      }}
      onClose={() => undefined}
    />,
  );
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).value;
  return { saved, value };
}

describe("A booking that the team makes for a customer", () => {
  it("takes the customer's address, phone and name from their row", async () => {
    const { value, saved } = await open({ patient: "p1" });
    await waitFor(() => expect(value("Email")).toBe("ada@example.com"));
    expect([value("Name"), value("Phone")]).toEqual(["Ada Byron", "0170 1"]);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(saved).toMatchObject([{ patient: "p1", email: "ada@example.com", name: "Ada Byron" }]);
  });

  it("keeps what was typed", async () => {
    const { value } = await open({ patient: "p1", email: "mother@example.com" });
    await waitFor(() => expect(value("Name")).toBe("Ada Byron"));
    expect(value("Email")).toBe("mother@example.com");
  });

  it("keeps what a stored booking says", async () => {
    const { value } = await open({ id: "b", patient: "p1", name: "Ada", email: "old@example.com" });
    await new Promise((resolve) => void setTimeout(resolve, 50));
    expect([value("Name"), value("Email"), value("Phone")]).toEqual(["Ada", "old@example.com", ""]);
  });
});
